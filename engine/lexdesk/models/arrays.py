"""Arrays stored in model folders, of a stated kind and shape."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def read_array(path: Path, kind: str, *shape: int | None) -> NDArray[Any]:
    """Return the array in the file ``path`` in NumPy's own format.

    ``kind`` is the kind of its type, such as ``f``; ``None`` in ``shape`` stands for any length. Raises ``ValueError``
    for another array or a number that is not finite, and ``OSError``.
    """
    # Mapped first: the header of a crafted file may state more memory than any machine has.
    mapped = np.lib.format.open_memmap(path, mode="r")
    wanted = tuple(
        own if own is not None else n for own, n in zip(shape, mapped.shape, strict=False)
    )
    if mapped.dtype.kind != kind or mapped.shape != wanted or len(wanted) != len(shape):
        raise ValueError(f"{path.name} is an array of {mapped.dtype} {mapped.shape}")
    found: NDArray[Any] = np.array(mapped)
    if kind == "f" and not np.isfinite(found).all():
        raise ValueError(f"{path.name} has a number that is not finite")
    return found
