"""Compiled generic loops. The caller owns every array; nothing here allocates, raises, or checks its arguments."""
