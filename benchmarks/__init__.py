"""Measures speed and tunes relevance, each by one command; results stand in ``docs/results/``.

    python -m benchmarks.encode       making vectors against the bare model
    python -m benchmarks.add          indexing files against recollindex
    python -m benchmarks.query        a query in a library of 100,000 passages, part by part
    python -m benchmarks.connectors   words near each other, in the same library
    python -m benchmarks.point_in_time  the text of a provision on a day, against the archive's register
    python -m benchmarks.start        start-up times against bare imports
    python -m benchmarks.tune_fusion  the weight of meaning by language

Machines differ and are noisy: what counts are ratios within one run, A B A B, by their median.
"""
