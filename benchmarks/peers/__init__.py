"""Lexdesk and its alternatives behind a common interface."""

from benchmarks.peers.lexdesk_itself import Lexdesk
from benchmarks.peers.libraries import (
    Bm25s,
    RawHnswlib,
    RawTantivy,
    Txtai,
    WholeHnswlib,
    WholeTantivy,
)
from benchmarks.peers.programs import Fts5, Recoll
from benchmarks.peers.protocol import Peer

PEERS: dict[str, type[Peer]] = {
    peer.name: peer
    for peer in (
        Lexdesk,
        Recoll,
        Fts5,
        Bm25s,
        Txtai,
        WholeTantivy,
        WholeHnswlib,
        RawTantivy,
        RawHnswlib,
    )
}
"""By name; the last two return numbers of passages alone and mark the attainable minimum."""
