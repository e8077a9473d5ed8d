"""Messages with files, between a worker and its parent, over a pair of sockets."""

import array
import os
import socket
import struct
from collections import deque

_HEADER = struct.Struct("<Q")
_CHUNK = 1 << 18
_FDS = 8
_INT = array.array("i").itemsize


class Closed(ConnectionError):
    """The other end is gone."""


class WorkerEnd:
    """Waits for each message, and until each is sent."""

    def __init__(self, end):
        self._socket = end

    def receive(self):
        (length,) = _HEADER.unpack(self._exactly(_HEADER.size))
        return self._exactly(length)

    def _exactly(self, length):
        parts = bytearray()
        while len(parts) < length:
            try:
                part = self._socket.recv(min(length - len(parts), _CHUNK))
            except ConnectionResetError as error:
                raise Closed from error
            if not part:
                raise Closed
            parts += part
        return bytes(parts)

    def send(self, message, fd=None):
        sent = 0
        data = _HEADER.pack(len(message)) + message
        try:
            if fd is not None:
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))
                sent = self._socket.sendmsg([data], [rights])
            if sent < len(data):
                self._socket.sendall(memoryview(data)[sent:])
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Closed from error


class ParentEnd:
    """Never waits: `send` keeps what does not go through, `receive` gives what has come."""

    def __init__(self, end):
        end.setblocking(False)
        self._socket = end
        self._in, self._out = bytearray(), bytearray()
        self.files = deque()  # in the order in which messages name them
        self.ended = False

    def fileno(self):
        return self._socket.fileno()

    @property
    def wants_to_send(self):
        return bool(self._out)

    def send(self, message):
        self._out += _HEADER.pack(len(message)) + message
        self.flush()

    def flush(self):
        try:
            while self._out:
                del self._out[: self._socket.send(self._out)]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:  # whoever reads learns why
            self._out.clear()

    def receive(self):
        """Whole messages that have come; sets `ended` at the end."""
        while not self.ended:
            try:
                data, ancillary, _, _ = self._socket.recvmsg(
                    _CHUNK, socket.CMSG_SPACE(_FDS * _INT), socket.MSG_CMSG_CLOEXEC
                )
            except (BlockingIOError, InterruptedError):
                break
            except OSError:
                data, ancillary = b"", ()
            for level, kind, raw in ancillary:
                if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                    fds = array.array("i")
                    fds.frombytes(raw[: len(raw) - len(raw) % _INT])
                    self.files.extend(fds)
            if not data:
                self.ended = True
            self._in += data
            if len(data) < _CHUNK and not ancillary:
                break
        messages, at = [], 0
        while len(self._in) - at >= _HEADER.size:
            (length,) = _HEADER.unpack_from(self._in, at)
            end = at + _HEADER.size + length
            if end > len(self._in):
                break
            messages.append(self._in[at + _HEADER.size : end])
            at = end
        if at:
            del self._in[:at]
        return messages

    def close(self):
        try:
            self._socket.shutdown(socket.SHUT_RDWR)  # also where a sibling has inherited this end
        except OSError:
            pass
        self.forget()

    def forget(self):
        """Closes this process's copy; the connection of others stays."""
        self._socket.close()
        while self.files:
            os.close(self.files.pop())
