"""How it looks: colours, sizes, typefaces, icons, small controls."""
