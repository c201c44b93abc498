"""What lawyers type, what they ask of the law of a day, and what they cite: scored by kind.

library         the library of the questions, built from the shared data
answers         rank of the right provision; statements about holdings, about the law of a day
syntax          query languages of other programs: understood as meant, or rejected
running_text    citations found in pleadings, articles and judgments
"""
