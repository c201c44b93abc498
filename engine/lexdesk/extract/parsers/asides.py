"""Text of a document that is no part of what it says now: hidden, or struck out; it stands below, labelled."""


class Asides:
    """The pieces of hidden text, and of text struck out, in their order."""

    def __init__(self) -> None:
        self.hidden: list[str] = []
        self.struck: list[str] = []
        self._follows_struck = False

    def strike(self, text: str) -> None:
        """Take a piece of text struck out."""
        self.struck.append(text)
        self._follows_struck = True

    def end_strike(self) -> bool:
        """Part text struck out from what follows; return whether there was some."""
        follows, self._follows_struck = self._follows_struck, False
        if follows:
            self.struck.append(" ")
        return follows

    def show(self, text: str, pieces: list[str]) -> None:
        """Append a shown text to ``pieces``, without a second blank where text struck out was between them."""
        is_doubled = self.end_strike() and text[:1] == " " and "".join(pieces[-1:]).endswith(" ")
        if shown := text[1:] if is_doubled else text:
            pieces.append(shown)

    def blocks(self) -> list[str]:
        """Return a labelled paragraph for each kind with text."""
        labelled = (("Struck out", self.struck), ("Hidden text", self.hidden))
        texts = ((label, " ".join("".join(pieces).split())) for label, pieces in labelled)
        return [f"{label}: {text}" for label, text in texts if text]
