"""All tests; a package, since a dependency of eyecite installs one of this name beside ours."""
