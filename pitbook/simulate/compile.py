"""Kernels of simulations: compiled once for each table's rules, and cached (see :mod:`pitbook.exact.kernels`)."""

from pitbook.exact.kernels import Kernel, kernel_with

__all__ = ["Kernel", "kernel_with"]
