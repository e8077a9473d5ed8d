"""Single operators large enough for the kernel to matter."""
