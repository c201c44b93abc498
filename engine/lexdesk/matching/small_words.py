"""Words that name no subject, beyond the stop words of search: as a reason they tell a reader nothing.

Search keeps them, since a phrase or a question may turn on one.
"""

from __future__ import annotations

from lexdesk.analysis import is_stop_word

_ENGLISH = """
about above accordance according account add additional again agree also any apply become becomes
before behalf being below between both call case cases certain clear come comes concerned concerning
consider could deem deemed does doing done down during each either enough every far first following
foregoing former forth further give given gives giving had has have having he hence hereby herein
hereof hereto hers his how however include included includes including itself just keep keeps later
latter least less like likely made make makes making manner many may meaning means might more moreover most
must namely need needs never next nor nothing notwithstanding now often once one only otherwise our
ours out over own part particular per possible provide provided provides put referred regard
regarding related relates relating relation respect respective respectively same second set several
shall should since some such take taken takes than them themselves thereby therefore therein thereof
thereto those though through thus together too toward two under unless until upon use used uses
using various very via was way well were what whatever when where whereas whereby wherein whether
which while whole whose why within without would you your
"""
_GERMAN = """
aber alle allen aller alles als also auch bei beide beim bereits besonders bestimmte betreffend
bezug bezüglich bis dabei dafür daher damit danach darauf daraus darf darin darüber dass davon dazu
denen deren derjenigen dessen diejenigen durch dürfen eigene einschließlich entsprechend
entsprechende erfolgt erst falls ferner folgende folgenden ganz gegebenenfalls gelten gemäß genannt
genannten gilt haben hierbei hiervon hinsichtlich ihrer insbesondere insofern insoweit jede jeden
jeder jedes jedoch jeweilige jeweiligen jeweils kann können lediglich mindestens muss müssen nach
nachdem neben nicht nur oben oder ohne sein seine seiner sich sind sobald sofern solche solcher
sollen sonstige sonstigen soweit sowie sowohl statt trifft unbeschadet und unter vom von vor wegen
weitere weiteren welche welcher wenn werden wird wobei wurde zudem zufolge zum zur zusätzlich
zwischen über
"""
_SMALL = {"en": frozenset(_ENGLISH.split()), "de": frozenset(_GERMAN.split())}


def is_small_word(word: str, language: str | None) -> bool:
    """Whether ``word`` is a stop word of ``language`` (ISO 639-1), or names no subject in it."""
    return is_stop_word(word, language or "") or word.lower() in _SMALL.get(language or "", ())
