"""Stop words of match reasons, beyond the stop words of search.

Search keeps them, since a phrase or a question may depend on one.
"""

from __future__ import annotations

from lexdesk.text.analysis import is_stop_word

_ENGLISH = """
about above accordance according account across add additional after again against agree all along
already also although always among another any anyone apply because become becomes been before
behalf being below between beyond both call can case cases certain clear come comes concerned
concerning consider could deem deemed despite did does doing done down during each either else
enough even ever every everyone except far few first following foregoing former forth from further
give given gives giving had has have having he hence her here hereby herein hereof hereto hers him
his how however include included includes including instead its itself just keep keeps later latter
least less like likely made make makes making manner many may meaning means might more moreover
most much must namely need needs never next none nor nothing notwithstanding now often once one
only other otherwise ought our ours out over own part particular per possible provide provided
provides put referred regard regarding related relates relating relation respect respective
respectively same second set several shall should since some someone something still such take
taken takes than them themselves thereby therefore therein thereof thereto those though through
thus together too toward towards two under unless until upon use used uses using various very via
was way well were what whatever when where whereas whereby wherein whether which whichever while
who whoever whole whom whose why within without would yet you your
"""
_PRONOUNS = """
i me my mine myself we us our ours ourselves you your yours yourself he him his she her hers they them
their wir uns unser unsere unserem unseren unserer unseres sie ihr ihre ihrem ihren ihrer ihres ich mir
mich mein meine du dir dich dein deine nous notre nos vous votre vos je moi mon ma mes
"""
"""Pronouns of persons: a policy addresses its readers, a judgment tells what witnesses said; neither is a subject."""
_GERMAN = """
aber alle allen aller alles als also anstelle auch aufgrund außer außerhalb bei beide beim bereits
besonders bestimmte betreffend bevor bezug bezüglich bis bzw dabei dafür daher damit danach darauf
daraus darf darin darüber dass davon dazu denen deren derjenigen dessen diejenigen durch dürfen
eigene einschließlich entsprechend entsprechende erfolgt erst etwa falls ferner folgende folgenden
ganz gegebenenfalls gegenüber gelten gemäß genannt genannten gilt haben hierbei hiervon
hinsichtlich ihrer innerhalb insbesondere insofern insoweit jede jeden jeder jedes jedoch jeweilige
jeweiligen jeweils kann können lediglich mehr mindestens mittels muss müssen nach nachdem neben
nicht nur oben obwohl oder ohne schon sein seine seiner seit sich sind sobald sofern solche solcher
sollen sonstige sonstigen soweit sowie sowohl statt trifft trotz unbeschadet und unter vom von vor
wann warum wegen weitere weiteren welche welcher wenn wer werden wird wobei worden wurde wurden
zudem zufolge zum zur zusätzlich zwischen über
"""
_SMALL = {"en": frozenset(_ENGLISH.split()), "de": frozenset(_GERMAN.split())}


_PERSONS = frozenset(_PRONOUNS.split())


def is_uninformative(word: str, language: str | None) -> bool:
    """Return whether the lowercase ``word`` is uninformative in ``language`` (ISO 639-1)."""
    return is_stop_word(word, language or "") or word in _SMALL.get(language or "", ())


def is_pronoun(word: str) -> bool:
    """Return True for a pronoun of a person."""
    return word in _PERSONS
