"""Fuzzing of parsers of untrusted text: queries, citations and the structure of documents.

seeds -> mutation -> targets -> checks
campaign          runs one target under atheris, which steers by coverage
__main__          python -m tests.fuzz TARGET, and the summary
test_regressions  inputs that once failed, as ordinary tests
"""
