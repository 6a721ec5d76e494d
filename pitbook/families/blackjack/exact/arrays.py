"""NumPy as this mathematics uses it: on one thread."""

import os
import sys
from typing import Final

_THREADS: Final = "OPENBLAS_NUM_THREADS"

# The products here are many and small: threads would spend more time meeting than working.
# The library reads its setting once, when it is loaded.
_before = os.environ.get(_THREADS)
if "numpy" not in sys.modules and _before is None:
    os.environ[_THREADS] = "1"
try:
    import numpy as np
    from numpy.typing import NDArray
finally:
    if _before is None:
        os.environ.pop(_THREADS, None)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

__all__ = ["Bools", "Floats", "Ints", "np"]
