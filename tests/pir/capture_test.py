"""What the flags show of captured functions."""

import paddle


def test_a_capture_is_dumped(tmp_path):
    paddle.set_flags({"FLAGS_dump_dir": str(tmp_path)})
    try:
        assert paddle.get_flags("FLAGS_dump_dir") == {"FLAGS_dump_dir": str(tmp_path)}

        @paddle.jit.to_static
        def f(x):
            y = paddle.transpose(paddle.transpose(x * 1.0, [1, 0]), [1, 0])
            return y + paddle.exp(x) + paddle.exp(x)

        x = paddle.rand([3, 4])
        expected = x + paddle.exp(x) + paddle.exp(x)
        for _ in range(2):
            assert (f(x) == expected).all()
    finally:
        paddle.set_flags({"FLAGS_dump_dir": ""})
    folder = tmp_path / "0000"
    traced = (folder / "00_traced.mlir").read_text()
    final = (folder / "99_final.mlir").read_text()
    assert traced.count("pd_op.transpose") == 2
    assert traced.count("pd_op.exp") == 2
    assert "transpose" not in final
    assert final.count("pd_op.exp") == 1
    assert len(list(tmp_path.iterdir())) == 1  # the second call compiles nothing
