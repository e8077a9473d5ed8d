"""Small calls: what a framework adds to each operation."""
