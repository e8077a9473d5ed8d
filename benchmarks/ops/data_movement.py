"""Copies in another order: transposing, gathering and scattering rows."""

from harness.workload import NO_SLOWER, Input, Workload

BYTES_PER_ELEMENT = 4

# name: (elements of the matrix, shape, shape of a stack of matrices)
SIZES = {
    "16M elements": ((4096, 4096), (64, 512, 8, 64)),
    "64 KiB": ((128, 128), (4, 16, 4, 64)),
}

TRANSPOSE = {
    "paddle": "paddle.transpose(x, [1, 0]).contiguous()",
    "torch": "x.t().contiguous()",
    "jax": "jnp.transpose(x)",
    "numpy": "np.ascontiguousarray(x.T)",
}

# Heads to the front, as attention does.
SWAP_MIDDLE = {
    "paddle": "paddle.transpose(x, [0, 2, 1, 3]).contiguous()",
    "torch": "x.permute(0, 2, 1, 3).contiguous()",
    "jax": "jnp.transpose(x, (0, 2, 1, 3))",
    "numpy": "np.ascontiguousarray(x.transpose(0, 2, 1, 3))",
}

GATHER_ROWS = {
    "paddle": "paddle.gather(x, index, axis=0)",
    "torch": "torch.index_select(x, 0, index)",
    "jax": "jnp.take(x, index, axis=0)",
    "numpy": "np.take(x, index, axis=0)",
}

TAKE_ALONG_AXIS = {
    "paddle": "paddle.take_along_axis(x, index, axis=1)",
    "torch": "torch.gather(x, 1, index)",
    "jax": "jnp.take_along_axis(x, index, axis=1)",
    "numpy": "np.take_along_axis(x, index, axis=1)",
}

# Rows of y added to the rows of x that index names.
SCATTER_ADD_ROWS = {
    "paddle": "paddle.index_add(x, index, 0, y)",
    "torch": "torch.index_add(x, 0, index, y)",
    "jax": "x.at[index].add(y)",
}


def rows(label, matrix, stack):
    in_memory = label == "16M elements"
    height, width = matrix
    row_index = Input((height,), "int64", fill=height)
    copy_bytes = 2 * BYTES_PER_ELEMENT * height * width

    def row(name, code, inputs, bytes_moved):
        return Workload(
            f"{name}, {label}",
            code=code,
            inputs=inputs,
            unsupported={"numpy": "not in numpy without copying first"},
            bytes_moved=bytes_moved if in_memory else None,
            goals=NO_SLOWER,
        )

    x = Input(matrix)
    yield row("transposed copy", TRANSPOSE, {"x": x}, copy_bytes)
    yield row("transposed copy of 2 middle axes", SWAP_MIDDLE, {"x": Input(stack)}, copy_bytes)
    yield row("gather of rows", GATHER_ROWS, {"x": x, "index": row_index}, copy_bytes)
    yield row(
        "take_along_axis",
        TAKE_ALONG_AXIS,
        {"x": x, "index": Input(matrix, "int64", fill=width)},
        2 * copy_bytes,
    )
    yield row(
        "scatter-add of rows",
        SCATTER_ADD_ROWS,
        {"x": x, "index": row_index, "y": x},
        3 * copy_bytes // 2,
    )


WORKLOADS = [row for label, shapes in SIZES.items() for row in rows(label, *shapes)]
