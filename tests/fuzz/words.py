"""Dictionaries of the targets: words and signs that their parsers recognise."""

QUERY = (
    " AND ", " OR ", " NOT ", "(", ")", '"', "“", "”", "„", " w/5 ", " /s ", " /p ", " +3 ", " pre/4 ",
    "not w/2 ", "*", "!", "?", "~", "~1", "~2", "~9", "title:", "heading:", "kind:", "work:", "lang:",
    "date:", "before:", "after:", "in-force:", "cites:", "tag:", "2016", "2016-05..", "..2018-02-30",
    "6(1)(f)", "§ 823 ", "C-311/18", "32016R0679", "cites:32016R0679/art_6", "½", "ß", "e\u0301",
    "\u00ad", "\u200b", "\ufeff", "consent", "supervis*", "organi?ation", " w/0 ", " w/99999 ",
)  # fmt: skip

CITATIONS = (
    "Article ", "Articles ", "Art. ", "Artikel ", "Artikeln ", "article ", "articles ", "§ ", "§§ ", "Abs. ",
    "Absatz ", "Satz ", "Nr. ", "Buchst. ", "paragraph ", "point ", "points ", "(1)", "(a)", "(f)", " and ",
    " to ", " bis ", " und ", " et ", " ou ", " i. V. m. ", "thereof", " of ", "Regulation (EU) 2016/679",
    "Directive 95/46/EC", "Regulation (EEC) No 1408/71", "Council Decision 2001/470/EC", "Verordnung (EU) 2016/679",
    "Richtlinie 95/46/EG", "règlement (UE) 2016/679", "directive 95/46/CE", "this Regulation", "dieser Verordnung",
    "du présent règlement", "that Directive", "TFEU", "AEUV", "the Treaty", "the Charter", "GDPR", "BGB", "StGB",
    "GG", "section ", "sections ", "subsection ", "Schedule ", "the Act of 2018", "Data Protection Act 2018",
    "S.I. No. 82 of 1998", "Case C-311/18", "ECLI:EU:C:2020:559", "BVerfGE 65, 1", "BGH, Urteil vom ", "[2019] UKSC 3",
    "[2018] IEHC 12", "347 U.S. 483 (1954)", "15 U.S.C. § 45", "is amended as follows:", "is replaced by",
    "wird wie folgt geändert:", "est modifié", "repealed", "is inserted", "‘", "’", "“", "”", "„", "«", "»",
    "Annex ", "Anhang ", "recital ", "Recitals ", "Erwägungsgrund ", "IV", "iii", "1a", "first subparagraph",
    "Unterabsatz 2", "point (a) of Article 6(1)", "hereinafter", "(‘the Directive’)", "\n", "; ", ", ", "-", "–",
)  # fmt: skip

FORMEX = (
    "<ACT>", "</ACT>", "<ARTICLE IDENTIFIER=\"001\">", "</ARTICLE>", "<TI.ART>", "</TI.ART>", "<PARAG IDENTIFIER=\"001.001\">",
    "</PARAG>", "<NO.PARAG>", "</NO.PARAG>", "<ALINEA>", "</ALINEA>", "<LIST TYPE=\"alpha\">", "</LIST>", "<ITEM>", "</ITEM>",
    "<NP>", "</NP>", "<NO.P>", "</NO.P>", "<TXT>", "</TXT>", "<P>", "</P>", "<DIVISION>", "</DIVISION>", "<TITLE>", "</TITLE>",
    "<TI>", "</TI>", "<STI>", "</STI>", "<CONSID>", "</CONSID>", "<QUOT.START ID=\"QS1\" REF.END=\"QE1\" CODE=\"2018\"/>",
    "<QUOT.END ID=\"QE1\" REF.START=\"QS1\" CODE=\"2019\"/>", "<NOTE NOTE.ID=\"E0001\">", "</NOTE>", "<HT TYPE=\"UC\">",
    "</HT>", "<DATE ISO=\"20160427\">", "</DATE>", "<REF.DOC.OJ>", "<TBL>", "</TBL>", "<ROW>", "<CELL>", "<ANNEX>",
    "<QUOT.S>", "</QUOT.S>", "<GR.SEQ>", "</GR.SEQ>", "<FINAL>", "</FINAL>", "<!-- -->", "<?PAGE NO=\"1\"?>",
    "Article 1a", "(a)", "1.", "—", "deleted", "&#769;", "&#183;",
)  # fmt: skip

PAGE = (
    "<p class=\"title-article-norm\">", "<p class=\"oj-ti-art\">", "<p class=\"oj-sti-art\">", "<p class=\"oj-normal\">",
    "<p class=\"norm\">", "<div id=\"001\">", "<div id=\"art_1\">", "<div class=\"eli-subdivision\" id=\"rct_1\">",
    "<div class=\"grid-container grid-list\">", "<div class=\"list\">", "<span class=\"no-parag\">", "</p>", "</div>",
    "</span>", "<table>", "<tr>", "<td>", "</td>", "</tr>", "</table>", "<p class=\"modref\">", "<a href=\"#E0001\">",
    "►M1", "◄", "▼B", "▼M2", "<br/>", "<hr class=\"oj-note\"/>", "<p class=\"oj-ti-section-1\">", "<html>", "</html>",
    "<body>", "</body>", "Article 1", "Article 2a", "CHAPTER I", "(1)", "(a)", "1.", "—", "&nbsp;", "&#769;",
    "HAVE ADOPTED THIS REGULATION:", "Whereas:", "<TXT_TE>", "<p>", "Done at Brussels, ",
)  # fmt: skip

EU_TEXT = (
    "REGULATION (EU) 2016/679 OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL\n", "of 27 April 2016\n", "Article 1\n",
    "Article 2a\n", "Artikel 3\n", "CHAPTER I\n", "TITLE II\n", "Section 1\n", "ANNEX I\n", "Whereas:\n", "(1)", "(2)",
    "1. ", "2. ", "(a) ", "(b)\n", "(i) ", "— ", "HAVE ADOPTED THIS REGULATION:\n", "HAS ADOPTED THIS DIRECTIVE:\n",
    "Done at Brussels, 27 April 2016.\n", "‘", "’", "is replaced by the following:\n", "CORRELATION TABLE\n", "\n\n",
    "Subject-matter\n", "▼M1\n", "\u0301", "DIRECTIVE 95/46/EC", "VERORDNUNG (EU) 2016/679 DES RATES\n",
)  # fmt: skip

AKOMA_NTOSO = (
    "<article eId=\"art_1\">", "</article>", "<paragraph eId=\"art_1__para_1\">", "</paragraph>", "<num>", "</num>",
    "<heading>", "</heading>", "<content>", "</content>", "<p>", "</p>", "<list>", "</list>", "<point>", "</point>",
    "<intro>", "</intro>", "<chapter>", "</chapter>", "<section>", "</section>", "<subparagraph>", "</subparagraph>",
    "<recitals>", "<recital>", "</recital>", "</recitals>", "<quotedStructure startQuote=\"“\">", "</quotedStructure>",
    "<mod>", "</mod>", "<ref href=\"/akn\">", "</ref>", "<authorialNote>", "</authorialNote>", "<hcontainer>",
    "</hcontainer>", "<FRBRthis value=\"/akn/eu/act/2016/679\"/>", "<FRBRdate date=\"2016-05-04\" name=\"x\"/>",
    "<table>", "<tr>", "<td>", "<noteRef/>", "eId=\"\"", "(1)", "(a)", "&#769;", "<attachments>", "<doc>",
)  # fmt: skip

CLML = (
    "<P1 id=\"section-1\">", "</P1>", "<P1group>", "</P1group>", "<P1para>", "</P1para>", "<P2 id=\"section-1-1\">", "</P2>",
    "<P2para>", "</P2para>", "<P3>", "</P3>", "<P3para>", "</P3para>", "<P4>", "</P4>", "<Pnumber>", "</Pnumber>", "<Text>",
    "</Text>", "<Title>", "</Title>", "<Part>", "</Part>", "<Number>", "</Number>", "<Pblock>", "</Pblock>", "<Schedule>",
    "</Schedule>", "<ScheduleBody>", "<BlockAmendment>", "</BlockAmendment>", "<Substitution>", "</Substitution>",
    "<Repeal/>", "<CommentaryRef Ref=\"c1\"/>", "RestrictStartDate=\"2009-02-28\"", "RestrictEndDate=\"2010-01-01\"",
    "<UnorderedList>", "<ListItem>", "<Para>", "</Para>", "<Citation>", "(1)", "6A", "&#769;", "<Footnote>", "<Body>",
)  # fmt: skip

IRISH = (
    "---\n", "title: \"Act\"\n", "##### 1\\. Short title\n", "##### 2A\\. ", "##### 3. ", "# PART 1\n", "## Chapter 2\n",
    "### SCHEDULE\n", "(1) ", "(a) ", "(i) ", "(I) ", "“", "”", "is amended—\n", "by the substitution of ", "\\(", "\\.",
    "year: 2018\n", "number: 32\n", "last_updated: \"2020-02-29\"\n", "country: \"Ireland\"\n", "> ", "* ", "| a | b |\n",
    "\n\n", "    ", "**", "_", "\u0301", "Section 3", "SCHEDULE 1\n",
)  # fmt: skip

GERMAN = (
    "---\n", "Title: Gesetz\n", "jurabk: BGB\n", "layout: default\n", "slug: bgb\n", "origslug: bgb\n", "# ", "## § 1 ",
    "## § 2a ", "### § 3 ", "## Art 1 ", "### Abschnitt 2 ", "# Buch 1 ", "## Titel 3\n", "## Anlage 1\n", "(1) ", "(2a) ",
    "1.  ",    "    a)  ", "        aa)  ", "(weggefallen)\n", "§§ 4 bis 8 ", "*    *   ", "\n\n", "[^f1]: ", "[^f1]", "„", "“",
    "Eingangsformel\n", "\\*", "\u0308", "| a | b |\n", "Fußnote",
)  # fmt: skip

GII_NORM = (
    "<norm>", "</norm>", "<metadaten>", "</metadaten>", "<jurabk>BGB</jurabk>", "<enbez>§ 2a</enbez>", "<enbez>Art 1</enbez>",
    "<enbez>Anlage 1</enbez>", "<titel>", "</titel>", "<gliederungseinheit>", "</gliederungseinheit>",
    "<gliederungskennzahl>010010</gliederungskennzahl>", "<gliederungsbez>Buch 1</gliederungsbez>", "<textdaten>",
    "</textdaten>", "<text>", "</text>", "<fussnoten>", "</fussnoten>", "<Content>", "</Content>", "<P>", "</P>", "<DL>", "</DL>",
    "<DT>1.</DT>", "<DT>a)</DT>", "<DT>–</DT>", "<DD>", "</DD>", "<LA>", "</LA>", "<table>", "</table>", "<row>", "</row>",
    "<entry>", "</entry>", "<TOC>", "</TOC>", "<Ident>", "</Ident>", "<Title>", "</Title>", "<BR/>", "<pre>", "</pre>",
    "<Footnotes>", "</Footnotes>", "<FnR ID=\"F1\"/>", "(1) ", "(+++ ", " +++)", "„", "“", "&#776;",
)  # fmt: skip

RII_DECISION = (
    "<gertyp>BGH</gertyp>", "<aktenzeichen>I ZR 1/20</aktenzeichen>", "<ecli>", "</ecli>",
    "<entsch-datum>20200131</entsch-datum>",
    "<leitsatz>", "</leitsatz>", "<tenor>", "</tenor>", "<tatbestand>", "</tatbestand>", "<gruende>", "</gruende>", "<div>",
    "</div>", "<dl>", "</dl>", "<dt>", "</dt>", "<dt/>", "<dd>", "</dd>", "<a name=\"rd_2\">2</a>", "<a name=\"rd_\"/>",
    "<p>", "</p>",
    "<p/>", "<br/>", "<span>", "</span>", "<table>", "</table>", "<tr>", "<td>", "</td>", "</tr>", "<blockquote>",
    "</blockquote>", "<img src=\"b.jpg\"/>", "II.", "a)", "&#776;",
)  # fmt: skip

JUDGMENT = (
    "JUDGMENT OF THE COURT (Grand Chamber)\n", "ECLI:EU:C:2020:559", "In Case C-311/18,\n", "[2019] UKSC 3\n", "[1] ", "[2] ",
    "1 ", "2 ", "3. ", "4.\n", "\n5\n", "On those grounds, the Court hereby rules:\n", "Legal context\n", "A v B\n",
    "16 July 2020\n", "URTEIL DES GERICHTSHOFS\n", "Costs\n", "‘", "’", "\n\n", "\u0301", "[Signatures]\n", "999 ",
)  # fmt: skip

CONTRACT = (
    "AGREEMENT\n", "This Agreement is made between ", "1. ", "1.1 ", "1.1.1 ", "2. DEFINITIONS\n", "ARTICLE I\n", "ARTICLE V\n",
    "Section 1.1 ", "Section 2. ", "(a) ", "(b) ", "(i) ", "(ii)\n", "(A) ", "Clause 3 ", "EXHIBIT A\n", "SCHEDULE 1\n",
    "IN WITNESS WHEREOF", "“Party” means ", "party", "hereof", ". . . . . . 5\n", "\n\n", "Page 2 of 9\n", "\u0301", "10.10 ",
)  # fmt: skip

LEX = (
    '"anchor": "art_1"', '"type": "article"', '"type": "annex"', '"type": "recital"', '"num": "1"', '"num": null',
    '"heading": ""', '"path": []', '"path": [{"type": "chapter", "num": "I", "heading": "General"}]', '"text_md": ""',
    "null", "[]", "{}", "0", "true", '""', "\\n\\n", "1. ", "**1.** ", "(a) ", "\\u0301", "\\ud800", '"valid_to": "2015-01-01"',
    '"language": "de"', '"title": null', '"lex_id": "eu-eurlex:32016r0679:2016-05-04"', "‘", "- ", "| a | b |",
)  # fmt: skip
