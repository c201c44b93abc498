"""The works that a text names or points at, by pattern.

courts, german_courts, us       judgments
eu, irish_uk, german            acts, by number or name
treaties, eu_pointers           those of the Union that are named by what stands around them
"""
