"""All tests: a package, since a dependency of eyecite installs another one of this name."""
