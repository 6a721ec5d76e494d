"""NumPy, set to one thread."""

import os
import sys
from typing import Final

_THREADS: Final = "OPENBLAS_NUM_THREADS"

# There are many small products: threads would spend more time on synchronization than on work.
# NumPy reads the setting once, when it is imported.
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
