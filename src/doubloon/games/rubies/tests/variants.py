VARIANTS: tuple[tuple[str, ...], ...] = ((),)
