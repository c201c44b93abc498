"""Akoma Ntoso 3.0 (OASIS LegalDocML): acts, bills and judgments of any country.

parser          the text and its provisions
identity        work, titles and days, by the practice of the publishers
uslm            the same elements in U.S. Legislative Markup
styles          eids and labels by country and language: Germany, Switzerland, others
"""
