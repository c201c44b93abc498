<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
<name>Authorities</name>
<message>
<source>EP and Council</source>
<translation>EP und Rat</translation>
</message>
<message>
<source>European Central Bank</source>
<translation>Europäische Zentralbank</translation>
</message>
<message>
<source>Commission</source>
<translation>Kommission</translation>
</message>
<message>
<source>Council</source>
<translation>Rat</translation>
</message>
<message>
<source>Court of Justice</source>
<translation>Gerichtshof</translation>
</message>
<message>
<source>General Court</source>
<translation>Gericht der EU</translation>
</message>
<message>
<source>Civil Service Tribunal</source>
<translation>Gericht für den öffentlichen Dienst</translation>
</message>
<message>
<source>European Union</source>
<translation>Europäische Union</translation>
</message>
<message>
<source>Germany</source>
<translation>Deutschland</translation>
</message>
<message>
<source>Ireland</source>
<translation>Irland</translation>
</message>
<message>
<source>United Kingdom</source>
<translation>Vereinigtes Königreich</translation>
</message>
</context>
<context>
<name>Bar</name>
<message>
<source>Today</source>
<translation>Heute</translation>
</message>
<message>
<source>No library</source>
<translation>Keine offen</translation>
</message>
<message>
<source>Library {name}</source>
<translation>Bibliothek {name}</translation>
</message>
<message>
<source>Open another library…</source>
<translation>Andere Bibliothek öffnen …</translation>
</message>
<message>
<source>As of {day}</source>
<translation>Stand {day}</translation>
</message>
<message>
<source>As of</source>
<translation>Stand</translation>
</message>
<message>
<source>Not a date. For example: {date}</source>
<translation>Kein Datum. Zum Beispiel: {date}</translation>
</message>
<message>
<source>Year</source>
<translation>Jahr</translation>
</message>
<message>
<source>Previous month</source>
<translation>Voriger Monat</translation>
</message>
<message>
<source>Next month</source>
<translation>Nächster Monat</translation>
</message>
</context>
<context>
<name>Catalogue</name>
<message numerus="yes">
<source>%Ln documents written to {name}</source>
<translation>
<numerusform>%Ln Dokument in {name} geschrieben</numerusform>
<numerusform>%Ln Dokumente in {name} geschrieben</numerusform>
</translation>
</message>
<message>
<source>Read</source>
<translation>Lesen</translation>
</message>
<message>
<source>Match document</source>
<translation>Dokument abgleichen</translation>
</message>
<message>
<source>Export…</source>
<translation>Exportieren …</translation>
</message>
<message numerus="yes">
<source>%Ln documents</source>
<translation>
<numerusform>%Ln Dokument</numerusform>
<numerusform>%Ln Dokumente</numerusform>
</translation>
</message>
<message>
<source>Open a library to list its documents here.</source>
<translation>Öffnen Sie eine Bibliothek; ihre Dokumente erscheinen hier.</translation>
</message>
<message>
<source>Showing the first {n}; enter words of a name to filter.</source>
<translation>Die ersten {n} werden angezeigt; geben Sie zum Eingrenzen Wörter eines Namens ein.</translation>
</message>
<message>
<source>No document matches these words and filters.</source>
<translation>Kein Dokument entspricht diesen Wörtern und Filtern.</translation>
</message>
<message>
<source>Name, or filter such as kind:contract</source>
<translation>Name oder Filter wie kind:contract</translation>
</message>
<message>
<source>Documents in the library</source>
<translation>Dokumente der Bibliothek</translation>
</message>
<message>
<source>Name</source>
<translation>Name</translation>
</message>
<message>
<source>Kind</source>
<translation>Art</translation>
</message>
<message>
<source>Date</source>
<translation>Datum</translation>
</message>
<message>
<source>Force</source>
<translation>Geltung</translation>
</message>
<message>
<source>Folder</source>
<translation>Ordner</translation>
</message>
<message numerus="yes">
<source>%Ln versions</source>
<translation>
<numerusform>%Ln Fassung</numerusform>
<numerusform>%Ln Fassungen</numerusform>
</translation>
</message>
</context>
<context>
<name>Chips</name>
<message>
<source>Filter</source>
<translation>Filter</translation>
</message>
<message>
<source>Add a filter</source>
<translation>Filter hinzufügen</translation>
</message>
<message>
<source>Save search</source>
<translation>Suche merken</translation>
</message>
<message>
<source>Remove the filter {name}</source>
<translation>Filter {name} entfernen</translation>
</message>
<message>
<source>Dated after</source>
<translation>Datiert nach</translation>
</message>
<message>
<source>Dated before</source>
<translation>Datiert vor</translation>
</message>
<message>
<source>{first} to {last}</source>
<translation>{first} bis {last}</translation>
</message>
<message>
<source>from {day}</source>
<translation>ab {day}</translation>
</message>
<message>
<source>to {day}</source>
<translation>bis {day}</translation>
</message>
<message>
<source>Kind</source>
<translation>Art</translation>
</message>
<message>
<source>Act</source>
<translation>Rechtsakt</translation>
</message>
<message>
<source>Language</source>
<translation>Sprache</translation>
</message>
<message>
<source>Folder</source>
<translation>Ordner</translation>
</message>
<message>
<source>Court or authority</source>
<translation>Gericht oder Behörde</translation>
</message>
<message>
<source>Date</source>
<translation>Datum</translation>
</message>
<message>
<source>Before</source>
<translation>Vor</translation>
</message>
<message>
<source>After</source>
<translation>Nach</translation>
</message>
<message>
<source>In force</source>
<translation>In Kraft</translation>
</message>
<message>
<source>Cites</source>
<translation>Zitiert</translation>
</message>
<message>
<source>Document contains</source>
<translation>Dokument enthält</translation>
</message>
</context>
<context>
<name>Compare</name>
<message>
<source>Previous change</source>
<translation>Vorige Änderung</translation>
</message>
<message>
<source>Next change</source>
<translation>Nächste Änderung</translation>
</message>
<message>
<source>Fold unchanged text</source>
<translation>Unveränderten Text einklappen</translation>
</message>
<message>
<source>added</source>
<translation>hinzugefügt</translation>
</message>
<message>
<source>removed</source>
<translation>gestrichen</translation>
</message>
<message>
<source>Change {n} / {m}</source>
<translation>Änderung {n} / {m}</translation>
</message>
<message>
<source>No change</source>
<translation>Keine Änderung</translation>
</message>
<message>
<source>Show impact</source>
<translation>Folgen zeigen</translation>
</message>
<message numerus="yes">
<source>in %Ln documents</source>
<translation>
<numerusform>in %Ln Dokument</numerusform>
<numerusform>in %Ln Dokumenten</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages</source>
<translation>
<numerusform>%Ln Textstelle</numerusform>
<numerusform>%Ln Textstellen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>More than %Ln passages</source>
<translation>
<numerusform>Mehr als %Ln Textstelle</numerusform>
<numerusform>Mehr als %Ln Textstellen</numerusform>
</translation>
</message>
<message>
<source>related to this change: {names}</source>
<translation>mit Bezug zu dieser Änderung: {names}</translation>
</message>
<message>
<source>Difference</source>
<translation>Unterschied</translation>
</message>
<message>
<source>Not in A</source>
<translation>Nicht in A</translation>
</message>
<message>
<source>Not in B</source>
<translation>Nicht in B</translation>
</message>
<message numerus="yes">
<source>%Ln unchanged paragraphs</source>
<translation>
<numerusform>%Ln unveränderter Absatz</numerusform>
<numerusform>%Ln unveränderte Absätze</numerusform>
</translation>
</message>
<message>
<source>{first} to {last}</source>
<translation>{first} bis {last}</translation>
</message>
<message>
<source>Show versions</source>
<translation>Fassungen zeigen</translation>
</message>
<message>
<source>Side by side</source>
<translation>Nebeneinander</translation>
</message>
<message>
<source>Show versions side by side</source>
<translation>Fassungen nebeneinander zeigen</translation>
</message>
<message>
<source>In one text</source>
<translation>In einem Text</translation>
</message>
<message>
<source>Show versions in one text</source>
<translation>Fassungen in einem Text zeigen</translation>
</message>
<message>
<source>Copy change</source>
<translation>Änderung kopieren</translation>
</message>
<message>
<source>Save as PDF…</source>
<translation>Als PDF speichern …</translation>
</message>
<message>
<source>Match document</source>
<translation>Dokument abgleichen</translation>
</message>
<message>
<source>Old version</source>
<translation>Alte Fassung</translation>
</message>
<message>
<source>New version</source>
<translation>Neue Fassung</translation>
</message>
<message>
<source>This text is the same in all versions in the library.</source>
<translation>Dieser Text ist in allen Fassungen der Bibliothek gleich.</translation>
</message>
<message>
<source>The library has one version of this text; add the file of another one.</source>
<translation>Die Bibliothek enthält eine Fassung dieses Textes; fügen Sie die Datei einer weiteren hinzu.</translation>
</message>
<message>
<source>The library has one version of this text; Match compares its document with others.</source>
<translation>Die Bibliothek enthält eine Fassung dieses Textes; der Abgleich vergleicht das Dokument mit anderen.</translation>
</message>
<message>
<source>Outline</source>
<translation>Gliederung</translation>
</message>
<message numerus="yes">
<source>%Ln changed</source>
<translation>
<numerusform>%Ln geändert</numerusform>
<numerusform>%Ln geändert</numerusform>
</translation>
</message>
<message>
<source>Compare versions</source>
<translation>Fassungen vergleichen</translation>
</message>
<message>
<source>Open a provision in the reader to compare its versions.</source>
<translation>Öffnen Sie eine Vorschrift im Lesebereich, um ihre Fassungen zu vergleichen.</translation>
</message>
<message>
<source>from {begin}, as of {known}</source>
<translation>ab {begin}, Stand {known}</translation>
</message>
<message>
<source>as of {begin}</source>
<translation>Stand {begin}</translation>
</message>
<message>
<source>{begin} to {end}</source>
<translation>{begin} bis {end}</translation>
</message>
<message>
<source>from {begin}</source>
<translation>ab {begin}</translation>
</message>
<message>
<source>version {n}</source>
<translation>Fassung {n}</translation>
</message>
<message>
<source>by {act}</source>
<translation>durch {act}</translation>
</message>
<message>
<source>possibly by {act}</source>
<translation>möglicherweise durch {act}</translation>
</message>
<message>
<source>possibly by one or more of {act}</source>
<translation>möglicherweise durch {act} oder einen Teil davon</translation>
</message>
<message>
<source>{act} as adopted</source>
<translation>{act} in der ursprünglichen Fassung</translation>
</message>
<message>
<source>inserted</source>
<translation>eingefügt</translation>
</message>
<message>
<source>renumbered</source>
<translation>umnummeriert</translation>
</message>
<message>
<source>repealed</source>
<translation>aufgehoben</translation>
</message>
<message>
<source>corrected</source>
<translation>berichtigt</translation>
</message>
<message numerus="yes">
<source>%Ln versions</source>
<translation>
<numerusform>%Ln Fassung</numerusform>
<numerusform>%Ln Fassungen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln changes of this provision between them</source>
<translation>
<numerusform>dazwischen %Ln Änderung dieser Vorschrift</numerusform>
<numerusform>dazwischen %Ln Änderungen dieser Vorschrift</numerusform>
</translation>
</message>
<message>
<source>the same text in all</source>
<translation>in allen derselbe Text</translation>
</message>
<message>
<source>one change of this provision between them</source>
<translation>dazwischen eine Änderung dieser Vorschrift</translation>
</message>
<message numerus="yes">
<source>%Ln words added</source>
<translation>
<numerusform>%Ln Wort hinzugefügt</numerusform>
<numerusform>%Ln Wörter hinzugefügt</numerusform>
</translation>
</message>
<message>
<source>no words added</source>
<translation>keine Wörter hinzugefügt</translation>
</message>
<message numerus="yes">
<source>%Ln removed</source>
<translation>
<numerusform>%Ln gestrichen</numerusform>
<numerusform>%Ln gestrichen</numerusform>
</translation>
</message>
<message>
<source>none removed</source>
<translation>keines gestrichen</translation>
</message>
<message numerus="yes">
<source>%Ln changes of punctuation</source>
<translation>
<numerusform>%Ln Satzzeichen geändert</numerusform>
<numerusform>%Ln Satzzeichen geändert</numerusform>
</translation>
</message>
<message>
<source>Old version on the timeline</source>
<translation>Alte Fassung auf der Zeitleiste</translation>
</message>
<message>
<source>New version on the timeline</source>
<translation>Neue Fassung auf der Zeitleiste</translation>
</message>
</context>
<context>
<name>Decisions</name>
<message>
<source>Compared with {document}</source>
<translation>Im Vergleich mit {document}</translation>
</message>
<message>
<source>text changed since</source>
<translation>Text seither geändert</translation>
</message>
<message>
<source>Complies</source>
<translation>Erfüllt</translation>
</message>
<message>
<source>Gap</source>
<translation>Lücke</translation>
</message>
<message>
<source>Not relevant</source>
<translation>Nicht relevant</translation>
</message>
<message>
<source>Decision</source>
<translation>Entscheidung</translation>
</message>
<message>
<source>Reason for the decision</source>
<translation>Begründung der Entscheidung</translation>
</message>
<message>
<source>Why?</source>
<translation>Begründung</translation>
</message>
<message>
<source>Decide: {verdict}</source>
<translation>Entscheiden: {verdict}</translation>
</message>
<message>
<source>Text changed since: {decision}</source>
<translation>Text seither geändert: {decision}</translation>
</message>
<message>
<source>Compared with {document}: {decision}</source>
<translation>Im Vergleich mit {document}: {decision}</translation>
</message>
<message>
<source>Without a comparison: {decision}</source>
<translation>Ohne Vergleich: {decision}</translation>
</message>
<message>
<source>Decision on {place}</source>
<translation>Entscheidung zu {place}</translation>
</message>
<message>
<source>Withdraw the decision on {place}</source>
<translation>Entscheidung zu {place} zurücknehmen</translation>
</message>
</context>
<context>
<name>Examples</name>
<message>
<source>semantic, {share} %</source>
<translation>semantisch, {share} %</translation>
</message>
<message>
<source>a citation</source>
<translation>eine Fundstelle</translation>
</message>
<message>
<source>words near</source>
<translation>Wörter nah beieinander</translation>
</message>
<message>
<source>semantic</source>
<translation>semantisch</translation>
</message>
<message>
<source>word prefixes</source>
<translation>Wortanfänge</translation>
</message>
<message>
<source>fields and dates</source>
<translation>Felder und Daten</translation>
</message>
<message>
<source>a field</source>
<translation>ein Feld</translation>
</message>
<message>
<source>withdraw consent</source>
<translation>Einwilligung widerrufen</translation>
</message>
<message>
<source>"legitimate interests" AND child</source>
<translation>"berechtigten Interessen" UND Kind</translation>
</message>
<message>
<source>supervis*</source>
<translation>Aufsicht*</translation>
</message>
<message>
<source>6(1)(f)</source>
<translation>Art. 7 Abs. 3 DSGVO</translation>
</message>
</context>
<context>
<name>Facets</name>
<message>
<source>Narrow</source>
<translation>Eingrenzen</translation>
</message>
<message>
<source>Clear</source>
<translation>Leeren</translation>
</message>
<message>
<source>Force</source>
<translation>Geltung</translation>
</message>
<message>
<source>Date</source>
<translation>Datum</translation>
</message>
<message>
<source>From year</source>
<translation>Ab Jahr</translation>
</message>
<message>
<source>To year</source>
<translation>Bis Jahr</translation>
</message>
<message>
<source>{since} to {until}</source>
<translation>{since} bis {until}</translation>
</message>
<message>
<source>Results listed, by year</source>
<translation>Gelistete Ergebnisse nach Jahren</translation>
</message>
</context>
<context>
<name>Field</name>
<message>
<source>Search for words, a question or a citation</source>
<translation>Wörter, Frage oder Fundstelle suchen</translation>
</message>
<message>
<source>Search mode</source>
<translation>Suchart</translation>
</message>
</context>
<context>
<name>Index</name>
<message>
<source>No library is open</source>
<translation>Keine Bibliothek geöffnet</translation>
</message>
<message>
<source>Read by OCR</source>
<translation>Mit OCR lesen</translation>
</message>
<message>
<source>Enter password</source>
<translation>Passwort eingeben</translation>
</message>
<message>
<source>Try again</source>
<translation>Noch einmal versuchen</translation>
</message>
<message>
<source>Show in folder</source>
<translation>Im Ordner zeigen</translation>
</message>
<message>
<source>Enter: {what}</source>
<translation>Eingabetaste: {what}</translation>
</message>
<message>
<source>Use standard embeddings</source>
<translation>Standardvektoren verwenden</translation>
</message>
<message>
<source>Use fast embeddings</source>
<translation>Schnelle Vektoren verwenden</translation>
</message>
<message>
<source>Rank English law better; computing takes longer.</source>
<translation>Ordnen englisches Recht besser; die Berechnung dauert länger.</translation>
</message>
<message>
<source>Compute faster; rank English law a little worse.</source>
<translation>Schneller berechnet; ordnen englisches Recht etwas schlechter.</translation>
</message>
<message>
<source>About {minutes} min on this computer.</source>
<translation>Etwa {minutes} min auf diesem Rechner.</translation>
</message>
<message>
<source>The time could not be measured.</source>
<translation>Die Dauer war nicht zu messen.</translation>
</message>
<message>
<source>Until then, English is found by keyword search only.</source>
<translation>Bis dahin wird Englisches nur über Stichwörter gefunden.</translation>
</message>
<message>
<source>Recompute embeddings</source>
<translation>Vektoren neu berechnen</translation>
</message>
<message>
<source>Measuring the time on this computer…</source>
<translation>Die Dauer auf diesem Rechner wird gemessen …</translation>
</message>
<message>
<source>Try</source>
<translation>Zum Ausprobieren</translation>
</message>
<message>
<source>Files that could not be read</source>
<translation>Nicht lesbare Dateien</translation>
</message>
<message>
<source>Remove from the library…</source>
<translation>Aus der Bibliothek entfernen …</translation>
</message>
<message>
<source>Remove the files that are no longer on disk…</source>
<translation>Dateien entfernen, die nicht mehr da sind …</translation>
</message>
<message>
<source>Folder</source>
<translation>Ordner</translation>
</message>
<message>
<source>Remove</source>
<translation>Entfernen</translation>
</message>
<message>
<source>Keep</source>
<translation>Behalten</translation>
</message>
<message>
<source>Lexdesk checks unwatched folders when you return to this window.</source>
<translation>Nicht überwachte Ordner prüft Lexdesk, wenn Sie zu diesem Fenster zurückkehren.</translation>
</message>
<message>
<source>In this library</source>
<translation>In dieser Bibliothek</translation>
</message>
<message>
<source>Begin a library</source>
<translation>Eine Bibliothek anlegen</translation>
</message>
<message>
<source>Folders of this library</source>
<translation>Ordner dieser Bibliothek</translation>
</message>
<message>
<source>Actions for the selected folder</source>
<translation>Aktionen für den gewählten Ordner</translation>
</message>
<message>
<source>Remove all documents in {folder} from the library? The files stay on disk; to undo this, add the folder again.</source>
<translation>Alle Dokumente aus {folder} aus der Bibliothek entfernen? Die Dateien bleiben auf dem Datenträger; wird der Ordner erneut hinzugefügt, sind die Dokumente wieder da.</translation>
</message>
<message>
<source>Remove all documents in {folder} from the library? The folder no longer exists, so they cannot be added again.</source>
<translation>Alle Dokumente aus {folder} aus der Bibliothek entfernen? Der Ordner besteht nicht mehr; sie können nicht erneut hinzugefügt werden.</translation>
</message>
<message numerus="yes">
<source>Remove %Ln files from the library that are no longer in {folder}?</source>
<translation>
<numerusform>%Ln Datei aus der Bibliothek entfernen, die nicht mehr in {folder} liegt?</numerusform>
<numerusform>%Ln Dateien aus der Bibliothek entfernen, die nicht mehr in {folder} liegen?</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln more are left out by .lexdeskignore now, and go with them.</source>
<translation>
<numerusform>%Ln weitere schließt .lexdeskignore jetzt aus; sie geht mit.</numerusform>
<numerusform>%Ln weitere schließt .lexdeskignore jetzt aus; sie gehen mit.</numerusform>
</translation>
</message>
<message>
<source>This cannot be undone. Lexdesk also reads new and changed files there.</source>
<translation>Das lässt sich nicht rückgängig machen. Lexdesk liest dabei auch neue und geänderte Dateien.</translation>
</message>
<message>
<source>Drop a folder or files here</source>
<translation>Ordner oder Dateien hierher ziehen</translation>
</message>
<message>
<source>or choose a folder</source>
<translation>oder einen Ordner wählen</translation>
</message>
<message>
<source>or add the bundled law</source>
<translation>oder das mitgelieferte Recht hinzufügen</translation>
</message>
<message>
<source>Added individually</source>
<translation>Einzeln hinzugefügt</translation>
</message>
<message>
<source>No longer on disk</source>
<translation>Nicht mehr auf dem Datenträger</translation>
</message>
<message numerus="yes">
<source>%Ln files are no longer on disk</source>
<translation>
<numerusform>%Ln Datei ist nicht mehr auf dem Datenträger</numerusform>
<numerusform>%Ln Dateien sind nicht mehr auf dem Datenträger</numerusform>
</translation>
</message>
<message>
<source>Bundled law, as published on {day}</source>
<translation>Mitgeliefert, wie am {day} veröffentlicht</translation>
</message>
<message>
<source>Folder, watched</source>
<translation>Ordner, überwacht</translation>
</message>
<message>
<source>On a network drive, not watched</source>
<translation>Auf einem Netzlaufwerk, nicht überwacht</translation>
</message>
<message>
<source>On a removable drive, not watched</source>
<translation>Auf einem Wechseldatenträger, nicht überwacht</translation>
</message>
<message>
<source>Not watched: limit of the system reached</source>
<translation>Nicht überwacht: Systemgrenze erreicht</translation>
</message>
<message>
<source>Not watched: access denied</source>
<translation>Nicht überwacht: Zugriff verweigert</translation>
</message>
<message>
<source>Other files</source>
<translation>Andere Dateien</translation>
</message>
<message>
<source>GDPR (bundled)</source>
<translation>DSGVO (mitgeliefert)</translation>
</message>
<message>
<source>Everything stays on this computer. Your files are read, never changed.</source>
<translation>Alles bleibt auf diesem Rechner. Ihre Dateien werden gelesen und nie verändert.</translation>
</message>
<message>
<source>Try all again</source>
<translation>Alle noch einmal versuchen</translation>
</message>
<message numerus="yes">
<source>%Ln files need attention</source>
<translation>
<numerusform>%Ln Datei ist zu prüfen</numerusform>
<numerusform>%Ln Dateien sind zu prüfen</numerusform>
</translation>
</message>
<message>
<source>No file needs attention so far</source>
<translation>Bisher ist keine Datei zu prüfen</translation>
</message>
<message>
<source>No file needs attention</source>
<translation>Keine Datei ist zu prüfen</translation>
</message>
<message numerus="yes">
<source>%Ln files hold no document and were left out.</source>
<translation>
<numerusform>%Ln Datei enthält kein Dokument und wurde ausgelassen.</numerusform>
<numerusform>%Ln Dateien enthalten kein Dokument und wurden ausgelassen.</numerusform>
</translation>
</message>
<message>
<source>All other files that were read are searchable.</source>
<translation>Alle anderen gelesenen Dateien sind durchsuchbar.</translation>
</message>
<message>
<source>Password</source>
<translation>Passwort</translation>
</message>
<message>
<source>Unlock</source>
<translation>Entsperren</translation>
</message>
<message>
<source>Password of {name}</source>
<translation>Passwort von {name}</translation>
</message>
<message>
<source>The password is not stored.</source>
<translation>Das Passwort wird nicht gespeichert.</translation>
</message>
<message numerus="yes">
<source>The password is also tried on %Ln other locked files and not stored.</source>
<translation>
<numerusform>Das Passwort wird auch an %Ln anderen gesperrten Datei versucht und nicht gespeichert.</numerusform>
<numerusform>Das Passwort wird auch an %Ln anderen gesperrten Dateien versucht und nicht gespeichert.</numerusform>
</translation>
</message>
<message>
<source>Hide</source>
<translation>Verbergen</translation>
</message>
<message>
<source>Show</source>
<translation>Zeigen</translation>
</message>
<message>
<source>Hide password</source>
<translation>Passwort verbergen</translation>
</message>
<message>
<source>Show password</source>
<translation>Passwort zeigen</translation>
</message>
<message>
<source>The password is tried after the current files.</source>
<translation>Das Passwort wird nach den jetzigen Dateien versucht.</translation>
</message>
<message>
<source>Trying it…</source>
<translation>Wird versucht …</translation>
</message>
<message>
<source>Wrong password; try another one.</source>
<translation>Falsches Passwort; versuchen Sie ein anderes.</translation>
</message>
<message>
<source>The attempt was interrupted; try again.</source>
<translation>Der Versuch wurde unterbrochen; versuchen Sie es erneut.</translation>
</message>
<message>
<source>This library is unavailable</source>
<translation>Diese Bibliothek ist nicht verfügbar</translation>
</message>
<message>
<source>Resume</source>
<translation>Weiter</translation>
</message>
<message>
<source>Pause</source>
<translation>Pause</translation>
</message>
<message>
<source>Indexing is paused.</source>
<translation>Die Indexierung pausiert.</translation>
</message>
<message>
<source>{done} of {total} read</source>
<translation>{done} von {total} gelesen</translation>
</message>
<message>
<source>Not all files of {name} are read yet.</source>
<translation>Noch sind nicht alle Dateien von {name} gelesen.</translation>
</message>
<message>
<source>paused</source>
<translation>ruht</translation>
</message>
<message>
<source>Files</source>
<translation>Dateien</translation>
</message>
<message>
<source>Keyword index</source>
<translation>Stichwortindex</translation>
</message>
<message>
<source>Semantic index</source>
<translation>Semantischer Index</translation>
</message>
<message>
<source>Build semantic index</source>
<translation>Semantischen Index aufbauen</translation>
</message>
<message>
<source>You can close the window; indexing resumes at the next start.</source>
<translation>Sie können das Fenster schließen; die Indexierung wird beim nächsten Start fortgesetzt.</translation>
</message>
<message>
<source>Read the rest</source>
<translation>Rest einlesen</translation>
</message>
<message>
<source>{done} of {total} passages</source>
<translation>{done} von {total} Textstellen</translation>
</message>
<message numerus="yes">
<source>%Ln files read</source>
<translation>
<numerusform>%Ln Datei gelesen</numerusform>
<numerusform>%Ln Dateien gelesen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln need attention</source>
<translation>
<numerusform>%Ln zu prüfen</numerusform>
<numerusform>%Ln zu prüfen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages</source>
<translation>
<numerusform>%Ln Textstelle</numerusform>
<numerusform>%Ln Textstellen</numerusform>
</translation>
</message>
<message>
<source>ready</source>
<translation>bereit</translation>
</message>
<message>
<source>Nothing to search yet</source>
<translation>Noch nichts zu durchsuchen</translation>
</message>
<message>
<source>You can search now</source>
<translation>Sie können jetzt suchen</translation>
</message>
<message>
<source>Keyword search finds each file soon after it is read.</source>
<translation>Die Stichwortsuche findet jede Datei kurz nach dem Einlesen.</translation>
</message>
<message>
<source>Loading…</source>
<translation>Wird geladen …</translation>
</message>
<message>
<source>Drop a folder or files here; Lexdesk creates a library.</source>
<translation>Ziehen Sie einen Ordner oder Dateien hierher; Lexdesk legt eine Bibliothek an.</translation>
</message>
<message>
<source>Add a folder or files; keyword search is available within seconds.</source>
<translation>Fügen Sie einen Ordner oder Dateien hinzu; die Stichwortsuche steht in Sekunden bereit.</translation>
</message>
<message>
<source>The keyword index is being updated with the latest files.</source>
<translation>Der Stichwortindex wird um die neuesten Dateien ergänzt.</translation>
</message>
<message>
<source>Keyword search is ready. The semantic index is not built.</source>
<translation>Die Stichwortsuche ist bereit. Der semantische Index ist nicht aufgebaut.</translation>
</message>
<message>
<source>Keyword search is ready. The semantic index is {share} % complete.</source>
<translation>Die Stichwortsuche ist bereit. Der semantische Index ist zu {share} % aufgebaut.</translation>
</message>
<message>
<source>Keyword search is ready. The semantic index is being built.</source>
<translation>Die Stichwortsuche ist bereit. Der semantische Index wird aufgebaut.</translation>
</message>
<message>
<source>Keyword and semantic search are ready. The next addition of files renews the semantic index in {languages}.</source>
<translation>Stichwortsuche und semantische Suche sind bereit. Das nächste Hinzufügen von Dateien erneuert den semantischen Index für {languages}.</translation>
</message>
<message>
<source>Keyword and semantic search are ready. The next addition of files renews the subjects of provisions in the keyword index.</source>
<translation>Stichwortsuche und semantische Suche sind bereit. Das nächste Hinzufügen von Dateien erneuert das Sachverzeichnis im Stichwortindex.</translation>
</message>
<message>
<source>Keyword and semantic search are ready.</source>
<translation>Stichwortsuche und semantische Suche sind bereit.</translation>
</message>
<message>
<source>Password-protected; all passwords tried failed.</source>
<translation>Passwortgeschützt; kein bisher eingegebenes Passwort passt.</translation>
</message>
<message>
<source>Password-protected.</source>
<translation>Passwortgeschützt.</translation>
</message>
</context>
<context>
<name>Kinds</name>
<message>
<source>Regulation</source>
<translation>Verordnung</translation>
</message>
<message>
<source>Directive</source>
<translation>Richtlinie</translation>
</message>
<message>
<source>Decision</source>
<translation>Beschluss</translation>
</message>
<message>
<source>Statute</source>
<translation>Gesetz</translation>
</message>
<message>
<source>Judgment</source>
<translation>Urteil</translation>
</message>
<message>
<source>Contract</source>
<translation>Vertrag</translation>
</message>
<message>
<source>Email</source>
<translation>E-Mail</translation>
</message>
<message>
<source>Document</source>
<translation>Dokument</translation>
</message>
<message>
<source>Presentation</source>
<translation>Präsentation</translation>
</message>
<message>
<source>Spreadsheet</source>
<translation>Tabelle</translation>
</message>
<message>
<source>Bill</source>
<translation>Gesetzentwurf</translation>
</message>
</context>
<context>
<name>Languages</name>
<message>
<source>Arabic</source>
<translation>Arabisch</translation>
</message>
<message>
<source>Bulgarian</source>
<translation>Bulgarisch</translation>
</message>
<message>
<source>Bosnian</source>
<translation>Bosnisch</translation>
</message>
<message>
<source>Catalan</source>
<translation>Katalanisch</translation>
</message>
<message>
<source>Czech</source>
<translation>Tschechisch</translation>
</message>
<message>
<source>Danish</source>
<translation>Dänisch</translation>
</message>
<message>
<source>German</source>
<translation>Deutsch</translation>
</message>
<message>
<source>Greek</source>
<translation>Griechisch</translation>
</message>
<message>
<source>English</source>
<translation>Englisch</translation>
</message>
<message>
<source>Spanish</source>
<translation>Spanisch</translation>
</message>
<message>
<source>Estonian</source>
<translation>Estnisch</translation>
</message>
<message>
<source>Basque</source>
<translation>Baskisch</translation>
</message>
<message>
<source>Finnish</source>
<translation>Finnisch</translation>
</message>
<message>
<source>French</source>
<translation>Französisch</translation>
</message>
<message>
<source>Irish</source>
<translation>Irisch</translation>
</message>
<message>
<source>Galician</source>
<translation>Galicisch</translation>
</message>
<message>
<source>Hebrew</source>
<translation>Hebräisch</translation>
</message>
<message>
<source>Croatian</source>
<translation>Kroatisch</translation>
</message>
<message>
<source>Hungarian</source>
<translation>Ungarisch</translation>
</message>
<message>
<source>Icelandic</source>
<translation>Isländisch</translation>
</message>
<message>
<source>Italian</source>
<translation>Italienisch</translation>
</message>
<message>
<source>Japanese</source>
<translation>Japanisch</translation>
</message>
<message>
<source>Korean</source>
<translation>Koreanisch</translation>
</message>
<message>
<source>Lithuanian</source>
<translation>Litauisch</translation>
</message>
<message>
<source>Latvian</source>
<translation>Lettisch</translation>
</message>
<message>
<source>Macedonian</source>
<translation>Mazedonisch</translation>
</message>
<message>
<source>Maltese</source>
<translation>Maltesisch</translation>
</message>
<message>
<source>Dutch</source>
<translation>Niederländisch</translation>
</message>
<message>
<source>Norwegian</source>
<translation>Norwegisch</translation>
</message>
<message>
<source>Polish</source>
<translation>Polnisch</translation>
</message>
<message>
<source>Portuguese</source>
<translation>Portugiesisch</translation>
</message>
<message>
<source>Romanian</source>
<translation>Rumänisch</translation>
</message>
<message>
<source>Russian</source>
<translation>Russisch</translation>
</message>
<message>
<source>Slovak</source>
<translation>Slowakisch</translation>
</message>
<message>
<source>Slovenian</source>
<translation>Slowenisch</translation>
</message>
<message>
<source>Albanian</source>
<translation>Albanisch</translation>
</message>
<message>
<source>Serbian</source>
<translation>Serbisch</translation>
</message>
<message>
<source>Swedish</source>
<translation>Schwedisch</translation>
</message>
<message>
<source>Turkish</source>
<translation>Türkisch</translation>
</message>
<message>
<source>Ukrainian</source>
<translation>Ukrainisch</translation>
</message>
<message>
<source>Chinese</source>
<translation>Chinesisch</translation>
</message>
</context>
<context>
<name>Library</name>
<message>
<source>These files are queued; they are read after the current ones, or at the next start.</source>
<translation>Diese Dateien sind vorgemerkt; sie werden nach den jetzigen oder beim nächsten Start gelesen.</translation>
</message>
<message>
<source>Open the library with its passphrase first, then add to it.</source>
<translation>Öffnen Sie zuerst die Bibliothek mit ihrem Kennwort, dann fügen Sie hinzu.</translation>
</message>
<message>
<source>Files are being added; stop the addition first.</source>
<translation>Es werden Dateien hinzugefügt; halten Sie den Vorgang zuerst an.</translation>
</message>
<message>
<source>Removing…</source>
<translation>Wird entfernt …</translation>
</message>
<message>
<source>Starting…</source>
<translation>Wird gestartet …</translation>
</message>
<message>
<source>Resuming the interrupted indexing…</source>
<translation>Unterbrochene Indexierung wird fortgesetzt …</translation>
</message>
<message>
<source>Looking for files to read…</source>
<translation>Zu lesende Dateien werden gesucht …</translation>
</message>
<message>
<source>Stopping after the current file…</source>
<translation>Wird nach der aktuellen Datei angehalten …</translation>
</message>
<message>
<source>The library lists {path} as incomplete; add it again to read the rest.</source>
<translation>Die Bibliothek führt {path} als unvollständig; fügen Sie es erneut hinzu, um den Rest zu lesen.</translation>
</message>
</context>
<context>
<name>Match</name>
<message>
<source>◇ Uncovered duty: “shall” or “must” in a touched article, no match above 0.5</source>
<translation>◇ Nicht abgedeckte Pflicht: „muss“ oder „hat zu“ in einem einschlägigen Artikel, keine Übereinstimmung ab 0,5</translation>
</message>
<message numerus="yes">
<source>%Ln duties without a match</source>
<translation>
<numerusform>%Ln Pflicht ohne Treffer</numerusform>
<numerusform>%Ln Pflichten ohne Treffer</numerusform>
</translation>
</message>
<message>
<source>Covered</source>
<translation>Abgedeckt</translation>
</message>
<message>
<source>document {n} of {m}, score {score}</source>
<translation>Dokument {n} von {m}, Wert {score}</translation>
</message>
<message numerus="yes">
<source>%Ln pairs</source>
<translation>
<numerusform>%Ln Paar</numerusform>
<numerusform>%Ln Paare</numerusform>
</translation>
</message>
<message>
<source>no pair</source>
<translation>kein Paar</translation>
</message>
<message>
<source>no match</source>
<translation>keine Übereinstimmung</translation>
</message>
<message>
<source>very weak</source>
<translation>sehr schwach</translation>
</message>
<message>
<source>weak</source>
<translation>schwach</translation>
</message>
<message>
<source>near</source>
<translation>mittel</translation>
</message>
<message>
<source>strong</source>
<translation>stark</translation>
</message>
<message>
<source>very strong</source>
<translation>sehr stark</translation>
</message>
<message>
<source>{name}: has a match</source>
<translation>{name}: hat einen Treffer</translation>
</message>
<message>
<source>{name}: a duty without a match</source>
<translation>{name}: eine Pflicht ohne Treffer</translation>
</message>
<message>
<source>{name}: no match</source>
<translation>{name}: kein Treffer</translation>
</message>
<message>
<source>{row} and {column}: {likeness}, {strength}</source>
<translation>{row} und {column}: {likeness}, {strength}</translation>
</message>
<message>
<source>Heat map</source>
<translation>Heatmap</translation>
</message>
<message>
<source>Colours from weak to strong: {steps}</source>
<translation>Farben von schwach bis stark: {steps}</translation>
</message>
<message>
<source>Report written to {name}</source>
<translation>Bericht in {name} geschrieben</translation>
</message>
<message>
<source>Open a library first; the document is compared with it.</source>
<translation>Öffnen Sie zuerst eine Bibliothek; das Dokument wird mit ihr verglichen.</translation>
</message>
<message>
<source>Paragraph of your document</source>
<translation>Absatz Ihres Dokuments</translation>
</message>
<message>
<source>Matching paragraph</source>
<translation>Gefundener Absatz</translation>
</message>
<message>
<source>Read</source>
<translation>Lesen</translation>
</message>
<message>
<source>Read {name}</source>
<translation>{name} lesen</translation>
</message>
<message>
<source>Also near:</source>
<translation>Ebenfalls ähnlich:</translation>
</message>
<message>
<source>Paragraph {n}</source>
<translation>Absatz {n}</translation>
</message>
<message>
<source>Paragraph</source>
<translation>Absatz</translation>
</message>
<message>
<source>Defined terms: {these}</source>
<translation>Definierte Begriffe: {these}</translation>
</message>
<message>
<source>Both cite: {these}</source>
<translation>Beide zitieren: {these}</translation>
</message>
<message>
<source>Words: {these}</source>
<translation>Wörter: {these}</translation>
</message>
<message>
<source>File of {day}</source>
<translation>Datei vom {day}</translation>
</message>
<message>
<source>Dated {day}</source>
<translation>Vom {day}</translation>
</message>
<message>
<source>cites it</source>
<translation>zitiert es</translation>
</message>
<message>
<source>is cited by it</source>
<translation>wird von ihm zitiert</translation>
</message>
<message>
<source>amends it</source>
<translation>ändert es</translation>
</message>
<message>
<source>repeals it</source>
<translation>hebt es auf</translation>
</message>
<message>
<source>corrects it</source>
<translation>berichtigt es</translation>
</message>
<message>
<source>consolidates it</source>
<translation>konsolidiert es</translation>
</message>
<message>
<source>transposes it</source>
<translation>setzt es um</translation>
</message>
<message>
<source>is amended by it</source>
<translation>wird von ihm geändert</translation>
</message>
<message>
<source>is repealed by it</source>
<translation>wird von ihm aufgehoben</translation>
</message>
<message>
<source>is corrected by it</source>
<translation>wird von ihm berichtigt</translation>
</message>
<message>
<source>is consolidated by it</source>
<translation>wird von ihm konsolidiert</translation>
</message>
<message>
<source>is transposed by it</source>
<translation>wird von ihm umgesetzt</translation>
</message>
<message>
<source>Documents found</source>
<translation>Gefundene Dokumente</translation>
</message>
<message>
<source>Only {query}</source>
<translation>Nur {query}</translation>
</message>
<message>
<source>Matched with {share} % of the semantic index; the match is repeated once it is complete.</source>
<translation>Abgeglichen mit {share} % des semantischen Index; sobald er vollständig ist, wird der Abgleich wiederholt.</translation>
</message>
<message>
<source>Kind of match</source>
<translation>Art des Abgleichs</translation>
</message>
<message>
<source>Authorities</source>
<translation>Rechtsgrundlagen</translation>
</message>
<message>
<source>Implementing acts</source>
<translation>Umsetzungsakte</translation>
</message>
<message>
<source>Match whole library</source>
<translation>Ganze Bibliothek abgleichen</translation>
</message>
<message>
<source>Other document…</source>
<translation>Anderes Dokument …</translation>
</message>
<message numerus="yes">
<source>Touches %Ln documents</source>
<translation>
<numerusform>%Ln Dokument einschlägig</numerusform>
<numerusform>%Ln Dokumente einschlägig</numerusform>
</translation>
</message>
<message>
<source>Touches nothing in this library</source>
<translation>Nichts in dieser Bibliothek ist einschlägig</translation>
</message>
<message numerus="yes">
<source>%Ln less similar</source>
<translation>
<numerusform>%Ln weniger ähnlich</numerusform>
<numerusform>%Ln weniger ähnlich</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln paragraphs</source>
<translation>
<numerusform>%Ln Absatz</numerusform>
<numerusform>%Ln Absätze</numerusform>
</translation>
</message>
<message>
<source>Choose a document…</source>
<translation>Dokument wählen …</translation>
</message>
<message>
<source>Match a document against the library</source>
<translation>Dokument mit der Bibliothek abgleichen</translation>
</message>
<message>
<source>Drop a policy, a contract or a law on the window. Lexdesk finds related documents in this library and compares them paragraph by paragraph. Your file is not changed.</source>
<translation>Ziehen Sie eine Datenschutzerklärung, einen Vertrag oder ein Gesetz auf das Fenster. Lexdesk findet verwandte Dokumente dieser Bibliothek und vergleicht sie Absatz für Absatz. Ihre Datei wird nicht verändert.</translation>
</message>
<message>
<source>The document is being compared with this library; the matches will appear here.</source>
<translation>Das Dokument wird mit dieser Bibliothek verglichen; die Treffer erscheinen hier.</translation>
</message>
<message>
<source>Match progress</source>
<translation>Fortschritt des Abgleichs</translation>
</message>
<message>
<source>Cancel</source>
<translation>Abbrechen</translation>
</message>
<message>
<source>Resolving citations</source>
<translation>Löst Verweise auf</translation>
</message>
<message>
<source>Comparing documents</source>
<translation>Vergleicht Dokumente</translation>
</message>
<message>
<source>Comparing paragraphs</source>
<translation>Vergleicht Absätze</translation>
</message>
<message>
<source>Export report…</source>
<translation>Bericht exportieren …</translation>
</message>
<message>
<source>Match {likeness}</source>
<translation>Übereinstimmung {likeness}</translation>
</message>
<message>
<source>Reading {name}</source>
<translation>Liest {name}</translation>
</message>
<message>
<source>Export report</source>
<translation>Bericht exportieren</translation>
</message>
<message>
<source>{name}, p. {page}</source>
<translation>{name}, S. {page}</translation>
</message>
</context>
<context>
<name>Menu</name>
<message>
<source>Colours of the &amp;system</source>
<translation>Farben des &amp;Systems</translation>
</message>
<message>
<source>&amp;Light colours</source>
<translation>&amp;Helle Farben</translation>
</message>
<message>
<source>&amp;Dark colours</source>
<translation>&amp;Dunkle Farben</translation>
</message>
<message>
<source>High &amp;contrast</source>
<translation>Hoher Kon&amp;trast</translation>
</message>
<message>
<source>&amp;File</source>
<translation>&amp;Datei</translation>
</message>
<message>
<source>&amp;Edit</source>
<translation>&amp;Bearbeiten</translation>
</message>
<message>
<source>&amp;Search</source>
<translation>&amp;Suche</translation>
</message>
<message>
<source>&amp;Document</source>
<translation>D&amp;okument</translation>
</message>
<message>
<source>&amp;View</source>
<translation>&amp;Ansicht</translation>
</message>
<message>
<source>&amp;Help</source>
<translation>&amp;Hilfe</translation>
</message>
<message>
<source>&amp;Keys</source>
<translation>&amp;Tastenkürzel</translation>
</message>
<message>
<source>Copy &amp;error report</source>
<translation>&amp;Fehlerbericht kopieren</translation>
</message>
<message>
<source>Open &amp;log file</source>
<translation>&amp;Protokolldatei öffnen</translation>
</message>
<message>
<source>&amp;Open library…</source>
<translation>Bibliothek ö&amp;ffnen …</translation>
</message>
<message>
<source>Add fo&amp;lder…</source>
<translation>&amp;Ordner hinzufügen …</translation>
</message>
<message>
<source>Add &amp;files…</source>
<translation>&amp;Dateien hinzufügen …</translation>
</message>
<message>
<source>Add the &amp;bundled law</source>
<translation>&amp;Mitgeliefertes Recht hinzufügen</translation>
</message>
<message>
<source>&amp;Stop adding</source>
<translation>Hinzufügen an&amp;halten</translation>
</message>
<message>
<source>&amp;Match a document…</source>
<translation>Dokument &amp;abgleichen …</translation>
</message>
<message>
<source>&amp;Export results…</source>
<translation>Ergebnisse &amp;exportieren …</translation>
</message>
<message>
<source>&amp;Quit</source>
<translation>&amp;Beenden</translation>
</message>
<message>
<source>&amp;Print…</source>
<translation>D&amp;rucken …</translation>
</message>
<message>
<source>Save as P&amp;DF…</source>
<translation>Als &amp;PDF speichern …</translation>
</message>
<message>
<source>Print the &amp;whole text…</source>
<translation>&amp;Ganzen Text drucken …</translation>
</message>
<message>
<source>Save the whole te&amp;xt as PDF…</source>
<translation>Ganzen Te&amp;xt als PDF speichern …</translation>
</message>
<message>
<source>&amp;Undo</source>
<translation>&amp;Rückgängig</translation>
</message>
<message>
<source>Undone: {change}</source>
<translation>Rückgängig gemacht: {change}</translation>
</message>
<message>
<source>&amp;Redo</source>
<translation>&amp;Wiederherstellen</translation>
</message>
<message>
<source>Redone: {change}</source>
<translation>Wiederholt: {change}</translation>
</message>
<message>
<source>&amp;Search field</source>
<translation>&amp;Suchfeld</translation>
</message>
<message>
<source>Back to &amp;results</source>
<translation>Zurück zu den &amp;Ergebnissen</translation>
</message>
<message>
<source>Query &amp;interpretation</source>
<translation>Aus&amp;legung der Anfrage</translation>
</message>
<message>
<source>Sa&amp;ve search</source>
<translation>Suche &amp;merken</translation>
</message>
<message>
<source>&amp;Open in a new tab</source>
<translation>In neuem &amp;Reiter öffnen</translation>
</message>
<message>
<source>Ne&amp;xt tab</source>
<translation>Nä&amp;chster Reiter</translation>
</message>
<message>
<source>Pre&amp;vious tab</source>
<translation>&amp;Voriger Reiter</translation>
</message>
<message>
<source>Close tab</source>
<translation>Reiter schließen</translation>
</message>
<message>
<source>&amp;Back</source>
<translation>&amp;Zurück</translation>
</message>
<message>
<source>&amp;Forward</source>
<translation>V&amp;or</translation>
</message>
<message>
<source>As of &amp;a day…</source>
<translation>Stand eines &amp;Tages …</translation>
</message>
<message>
<source>&amp;Earlier version</source>
<translation>&amp;Frühere Fassung</translation>
</message>
<message>
<source>&amp;Later version</source>
<translation>S&amp;pätere Fassung</translation>
</message>
<message>
<source>&amp;Compare versions</source>
<translation>Fassungen ver&amp;gleichen</translation>
</message>
<message>
<source>&amp;Match this document</source>
<translation>Dieses Dokument a&amp;bgleichen</translation>
</message>
<message>
<source>Add a &amp;tag</source>
<translation>&amp;Schlagwort hinzufügen</translation>
</message>
<message>
<source>Add a &amp;note</source>
<translation>&amp;Notiz hinzufügen</translation>
</message>
<message>
<source>&amp;Decide</source>
<translation>&amp;Entscheiden</translation>
</message>
<message>
<source>&amp;Next pane</source>
<translation>&amp;Nächster Bereich</translation>
</message>
<message>
<source>&amp;Previous pane</source>
<translation>&amp;Voriger Bereich</translation>
</message>
<message>
<source>Larger &amp;text</source>
<translation>Text &amp;größer</translation>
</message>
<message>
<source>S&amp;maller text</source>
<translation>Text &amp;kleiner</translation>
</message>
<message>
<source>Text at &amp;100 %</source>
<translation>Text mit &amp;100 %</translation>
</message>
<message>
<source>{name} (in the results: {key})</source>
<translation>{name} (in den Ergebnissen: {key})</translation>
</message>
</context>
<context>
<name>Modes</name>
<message>
<source>Keyword</source>
<translation>Stichwort</translation>
</message>
<message>
<source>Keyword search</source>
<translation>Stichwortsuche</translation>
</message>
<message>
<source>Semantic</source>
<translation>Semantisch</translation>
</message>
<message>
<source>Semantic search</source>
<translation>Semantische Suche</translation>
</message>
<message>
<source>Hybrid</source>
<translation>Hybrid</translation>
</message>
<message>
<source>Hybrid search</source>
<translation>Hybride Suche</translation>
</message>
</context>
<context>
<name>Outline</name>
<message>
<source>{provision}, changed</source>
<translation>{provision}, geändert</translation>
</message>
</context>
<context>
<name>Rail</name>
<message>
<source>Search</source>
<translation>Suche</translation>
</message>
<message>
<source>Library</source>
<translation>Bestand</translation>
</message>
<message>
<source>Compare</source>
<translation>Vergleich</translation>
</message>
<message>
<source>Match</source>
<translation>Abgleich</translation>
</message>
<message>
<source>Saved</source>
<translation>Gemerkt</translation>
</message>
<message>
<source>Index</source>
<translation>Index</translation>
</message>
<message>
<source>Settings</source>
<translation>Optionen</translation>
</message>
<message>
<source>Screens</source>
<translation>Ansichten</translation>
</message>
</context>
<context>
<name>Reader</name>
<message>
<source>PDFium failed or took too long</source>
<translation>PDFium ist gescheitert oder brauchte zu lange</translation>
</message>
<message>
<source>PDFium failed on many of them</source>
<translation>PDFium ist an vielen von ihnen gescheitert</translation>
</message>
<message>
<source>Pages</source>
<translation>Seiten</translation>
</message>
<message>
<source>Page {n} cannot be read: the PDF is damaged there.</source>
<translation>Seite {n} ist nicht lesbar: das PDF ist dort beschädigt.</translation>
</message>
<message>
<source>Page {n} cannot be drawn: PDFium failed or took too long.</source>
<translation>Seite {n} ist nicht darstellbar: PDFium ist gescheitert oder brauchte zu lange.</translation>
</message>
<message>
<source>Attached to: </source>
<translation>Anlage zu: </translation>
</message>
<message>
<source>Text from {first} to {last}</source>
<translation>Text vom {first} bis {last}</translation>
</message>
<message>
<source>Text from {first} on</source>
<translation>Text ab {first}</translation>
</message>
<message>
<source>Next hit</source>
<translation>Nächster Treffer</translation>
</message>
<message>
<source>Previous hit</source>
<translation>Voriger Treffer</translation>
</message>
<message>
<source>Next provision</source>
<translation>Nächste Bestimmung</translation>
</message>
<message>
<source>Previous provision</source>
<translation>Vorige Bestimmung</translation>
</message>
<message>
<source>Copy with citation</source>
<translation>Mit Fundstelle kopieren</translation>
</message>
<message>
<source>Find in page</source>
<translation>Im Text suchen</translation>
</message>
<message>
<source>Open the original</source>
<translation>Original öffnen</translation>
</message>
<message>
<source>Keep in second reader</source>
<translation>Im zweiten Lesebereich behalten</translation>
</message>
<message>
<source>Close second reader</source>
<translation>Zweiten Lesebereich schließen</translation>
</message>
<message>
<source>Read as text</source>
<translation>Als Text lesen</translation>
</message>
<message>
<source>Side panel</source>
<translation>Seitenleiste</translation>
</message>
<message>
<source>Previous</source>
<translation>Zurück</translation>
</message>
<message>
<source>Next</source>
<translation>Weiter</translation>
</message>
<message>
<source>Done</source>
<translation>Schließen</translation>
</message>
<message>
<source>The PDF of these pages is missing; the reader shows their text.</source>
<translation>Die PDF-Datei dieser Seiten fehlt; angezeigt wird ihr Text.</translation>
</message>
<message>
<source>The PDF needs a password, which Lexdesk does not store; the reader shows its text. Open the original for the pages.</source>
<translation>Die PDF-Datei ist mit einem Passwort geschützt, das Lexdesk nicht speichert; angezeigt wird ihr Text. Die Seiten zeigt das Original.</translation>
</message>
<message>
<source>The pages cannot be displayed ({reason}); the reader shows their text.</source>
<translation>Die Seiten können nicht angezeigt werden ({reason}); angezeigt wird ihr Text.</translation>
</message>
<message>
<source>This page is a scan; hits are highlighted in its text ({keys}).</source>
<translation>Diese Seite ist ein Scan; Treffer sind in ihrem Text hervorgehoben ({keys}).</translation>
</message>
<message>
<source>Hit {n} / {m}</source>
<translation>Treffer {n} / {m}</translation>
</message>
<message>
<source>Page {n} of {m}</source>
<translation>Seite {n} von {m}</translation>
</message>
<message>
<source>Nothing found</source>
<translation>Nichts gefunden</translation>
</message>
<message>
<source>Searching…</source>
<translation>Wird gesucht …</translation>
</message>
<message>
<source>Page images; {keys} shows their text.</source>
<translation>Seiten als Bilder; {keys} zeigt ihren Text.</translation>
</message>
<message>
<source>Attached: </source>
<translation>Anlagen: </translation>
</message>
<message>
<source>Second reader</source>
<translation>Zweiter Lesebereich</translation>
</message>
<message>
<source>Reader</source>
<translation>Lesebereich</translation>
</message>
<message>
<source>Keys</source>
<translation>Tasten</translation>
</message>
</context>
<context>
<name>Report</name>
<message>
<source>{name}: documents that it affects</source>
<translation>{name}: worauf es sich auswirkt</translation>
</message>
<message>
<source>{name}: authorities</source>
<translation>{name}: Rechtsgrundlagen</translation>
</message>
<message>
<source>place</source>
<translation>Stelle</translation>
</message>
<message>
<source>what it says</source>
<translation>Wortlaut</translation>
</message>
<message>
<source>document</source>
<translation>Dokument</translation>
</message>
<message>
<source>passage</source>
<translation>Textstelle</translation>
</message>
<message>
<source>reason</source>
<translation>Grund</translation>
</message>
<message>
<source>decision</source>
<translation>Entscheidung</translation>
</message>
<message>
<source>similar ({likeness})</source>
<translation>ähnlich ({likeness})</translation>
</message>
<message>
<source>p. {page}</source>
<translation>S. {page}</translation>
</message>
</context>
<context>
<name>Results</name>
<message>
<source>Sort by</source>
<translation>Ordnen nach</translation>
</message>
<message>
<source>Results</source>
<translation>Ergebnisse</translation>
</message>
<message>
<source>Earlier searches</source>
<translation>Frühere Suchen</translation>
</message>
<message>
<source>Saved searches</source>
<translation>Gemerkte Suchen</translation>
</message>
<message>
<source>Enter words, a quoted phrase or a citation, for example:</source>
<translation>Geben Sie Wörter, eine Wortfolge in Anführungszeichen oder eine Fundstelle ein, zum Beispiel:</translation>
</message>
<message>
<source>Relevance</source>
<translation>Relevanz</translation>
</message>
<message>
<source>Date</source>
<translation>Datum</translation>
</message>
<message>
<source>Title</source>
<translation>Titel</translation>
</message>
</context>
<context>
<name>Saved</name>
<message>
<source>Note: {note}</source>
<translation>Notiz: {note}</translation>
</message>
<message>
<source>Text changed since</source>
<translation>Text seither geändert</translation>
</message>
<message>
<source>Saved searches, tags and collections</source>
<translation>Gemerkte Suchen, Schlagwörter und Sammlungen</translation>
</message>
<message>
<source>Places</source>
<translation>Stellen</translation>
</message>
<message>
<source>Delete saved search</source>
<translation>Gemerkte Suche löschen</translation>
</message>
<message>
<source>Export…</source>
<translation>Exportieren …</translation>
</message>
<message>
<source>Saved searches</source>
<translation>Gemerkte Suchen</translation>
</message>
<message>
<source>Tags</source>
<translation>Schlagwörter</translation>
</message>
<message>
<source>Collections</source>
<translation>Sammlungen</translation>
</message>
<message>
<source>All notes</source>
<translation>Alle Notizen</translation>
</message>
<message>
<source>Earlier searches</source>
<translation>Frühere Suchen</translation>
</message>
<message numerus="yes">
<source>%Ln new since {day}</source>
<translation>
<numerusform>%Ln neu seit {day}</numerusform>
<numerusform>%Ln neu seit {day}</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln more</source>
<translation>
<numerusform>%Ln weitere</numerusform>
<numerusform>%Ln weitere</numerusform>
</translation>
</message>
<message>
<source>Decisions</source>
<translation>Entscheidungen</translation>
</message>
<message>
<source>All decisions</source>
<translation>Alle Entscheidungen</translation>
</message>
<message>
<source>Open a library to list saved searches, tags and notes here.</source>
<translation>Öffnen Sie eine Bibliothek; gemerkte Suchen, Schlagwörter und Notizen erscheinen hier.</translation>
</message>
<message>
<source>Choose what to list: a tag, a collection, notes or decisions.</source>
<translation>Wählen, was aufgelistet wird: ein Schlagwort, eine Sammlung, Notizen oder Entscheidungen.</translation>
</message>
<message>
<source>{save} saves a search; {tag} adds a tag and {note} a note to the text that you read.</source>
<translation>{save} merkt eine Suche; {tag} fügt dem gelesenen Text ein Schlagwort hinzu, {note} eine Notiz.</translation>
</message>
</context>
<context>
<name>Search</name>
<message>
<source>subject index: {subjects}</source>
<translation>Sachverzeichnis: {subjects}</translation>
</message>
<message>
<source>the passages that cite the provision</source>
<translation>die Textstellen, die die Bestimmung zitieren</translation>
</message>
<message>
<source>the cited provision; no passage found cites it</source>
<translation>die Bestimmung; zitierende Textstellen wurden nicht gefunden</translation>
</message>
<message>
<source>the cited provision, then the passages that cite it</source>
<translation>zuerst die Bestimmung, dann die Textstellen, die sie zitieren</translation>
</message>
<message>
<source>Reads as  {query}</source>
<translation>Verstanden als  {query}</translation>
</message>
<message numerus="yes">
<source>Without {filter} there are %Ln results.</source>
<translation>
<numerusform>Ohne {filter} gibt es %Ln Treffer.</numerusform>
<numerusform>Ohne {filter} gibt es %Ln Treffer.</numerusform>
</translation>
</message>
<message>
<source>Search without it</source>
<translation>Ohne diesen Filter suchen</translation>
</message>
<message>
<source>Search for: {query}</source>
<translation>Suchen nach: {query}</translation>
</message>
<message numerus="yes">
<source>A relaxed query has %Ln results.</source>
<translation>
<numerusform>Eine erweiterte Suche hat %Ln Treffer.</numerusform>
<numerusform>Eine erweiterte Suche hat %Ln Treffer.</numerusform>
</translation>
</message>
<message>
<source>Did you mean: {query}</source>
<translation>Meinten Sie: {query}</translation>
</message>
<message>
<source>Copied with citation: {citation}</source>
<translation>Mit Fundstelle kopiert: {citation}</translation>
</message>
<message>
<source>Widen the window to show two readers.</source>
<translation>Verbreitern Sie das Fenster, um zwei Texte nebeneinander anzuzeigen.</translation>
</message>
</context>
<context>
<name>Settings</name>
<message>
<source>Re-rank the top results</source>
<translation>Beste Treffer neu ordnen</translation>
</message>
<message>
<source>More precise, but about 0.25 s slower.</source>
<translation>Genauer, aber etwa 0,25 s langsamer.</translation>
</message>
<message>
<source>Remember searches in this library</source>
<translation>Suchen in dieser Bibliothek merken</translation>
</message>
<message>
<source>Settings</source>
<translation>Optionen</translation>
</message>
<message>
<source>Delete all earlier searches…</source>
<translation>Alle früheren Suchen löschen …</translation>
</message>
<message>
<source>Delete all earlier searches? This cannot be undone.</source>
<translation>Alle früheren Suchen löschen? Das lässt sich nicht rückgängig machen.</translation>
</message>
<message>
<source>Delete</source>
<translation>Löschen</translation>
</message>
<message>
<source>Keep</source>
<translation>Behalten</translation>
</message>
<message>
<source>Colours</source>
<translation>Farben</translation>
</message>
<message>
<source>System</source>
<translation>System</translation>
</message>
<message>
<source>Light</source>
<translation>Hell</translation>
</message>
<message>
<source>Dark</source>
<translation>Dunkel</translation>
</message>
<message>
<source>High contrast</source>
<translation>Hoher Kontrast</translation>
</message>
<message>
<source>Text size</source>
<translation>Textgröße</translation>
</message>
<message>
<source>Language</source>
<translation>Sprache</translation>
</message>
<message>
<source>Citations</source>
<translation>Zitierweise</translation>
</message>
<message>
<source>Your administrator has set what is grey here.</source>
<translation>Was hier grau ist, hat Ihre Administration festgelegt.</translation>
</message>
<message>
<source>The language changes at the next start of Lexdesk.</source>
<translation>Die Sprache wechselt beim nächsten Start von Lexdesk.</translation>
</message>
</context>
<context>
<name>SidePanel</name>
<message>
<source>Related recitals</source>
<translation>Zugehörige Erwägungsgründe</translation>
</message>
<message>
<source>May concern these articles of the GDPR</source>
<translation>Betrifft vielleicht diese Artikel der DSGVO</translation>
</message>
<message>
<source>Model</source>
<translation>Modell</translation>
</message>
<message>
<source>Open in the reader</source>
<translation>Im Lesebereich öffnen</translation>
</message>
<message>
<source>Official text</source>
<translation>Amtlicher Text</translation>
</message>
<message>
<source>Manually linked</source>
<translation>Manuell verknüpft</translation>
</message>
<message>
<source>Side panel</source>
<translation>Seitenleiste</translation>
</message>
<message>
<source>Cited by</source>
<translation>Zitiert von</translation>
</message>
<message>
<source>Outline</source>
<translation>Gliederung</translation>
</message>
<message>
<source>No outline was recognised in this document.</source>
<translation>In diesem Dokument wurde keine Gliederung erkannt.</translation>
</message>
<message>
<source>Explains</source>
<translation>Erläutert</translation>
</message>
<message>
<source>Recitals</source>
<translation>ErwGr.</translation>
</message>
<message>
<source>Notes</source>
<translation>Notizen</translation>
</message>
<message>
<source>No recital is linked with this text.</source>
<translation>Mit diesem Text ist kein Erwägungsgrund verknüpft.</translation>
</message>
<message>
<source>Nothing in this library cites this provision.</source>
<translation>Nichts in dieser Bibliothek zitiert diese Bestimmung.</translation>
</message>
<message numerus="yes">
<source>%Ln more; a search for cites: lists them</source>
<translation>
<numerusform>%Ln weitere Stelle; eine Suche mit cites: listet sie auf</numerusform>
<numerusform>%Ln weitere Stellen; eine Suche mit cites: listet sie auf</numerusform>
</translation>
</message>
<message>
<source>Add a tag</source>
<translation>Schlagwort hinzufügen</translation>
</message>
<message>
<source>Add a note</source>
<translation>Notiz hinzufügen</translation>
</message>
<message>
<source>Tags and notes</source>
<translation>Schlagwörter und Notizen</translation>
</message>
<message>
<source>Remove</source>
<translation>Entfernen</translation>
</message>
<message>
<source>Text changed since:</source>
<translation>Text seither geändert:</translation>
</message>
<message>
<source>cites</source>
<translation>zitiert</translation>
</message>
<message>
<source>amends</source>
<translation>ändert</translation>
</message>
<message>
<source>repeals</source>
<translation>hebt auf</translation>
</message>
<message>
<source>corrects</source>
<translation>berichtigt</translation>
</message>
<message>
<source>transposes</source>
<translation>setzt um</translation>
</message>
<message>
<source>Tag</source>
<translation>Schlagwort</translation>
</message>
<message>
<source>Note</source>
<translation>Notiz</translation>
</message>
<message>
<source>Collection</source>
<translation>Sammlung</translation>
</message>
</context>
<context>
<name>Status</name>
<message>
<source>Update</source>
<translation>Aktualisieren</translation>
</message>
<message>
<source>Indexing progress</source>
<translation>Fortschritt der Indexierung</translation>
</message>
<message>
<source>Stop</source>
<translation>Anhalten</translation>
</message>
<message>
<source>No library</source>
<translation>Keine Bibliothek</translation>
</message>
<message numerus="yes">
<source>%Ln files read by another version of Lexdesk</source>
<translation>
<numerusform>%Ln Datei von anderer Lexdesk-Version gelesen</numerusform>
<numerusform>%Ln Dateien von anderer Lexdesk-Version gelesen</numerusform>
</translation>
</message>
<message>
<source>Library not available</source>
<translation>Bibliothek nicht erreichbar</translation>
</message>
<message>
<source>Text {zoom} %</source>
<translation>Text {zoom} %</translation>
</message>
</context>
<context>
<name>Styles</name>
<message>
<source>Plain</source>
<translation>Einfach</translation>
</message>
<message>
<source>EU interinstitutional</source>
<translation>EU-Organe</translation>
</message>
</context>
<context>
<name>Tabs</name>
<message>
<source>Results</source>
<translation>Ergebnisse</translation>
</message>
<message>
<source>Tabs of the reader</source>
<translation>Reiter des Lesebereichs</translation>
</message>
</context>
<context>
<name>Timeline</name>
<message>
<source>As of {day}</source>
<translation>Stand {day}</translation>
</message>
<message>
<source>Applies from {day}</source>
<translation>Gilt ab {day}</translation>
</message>
<message>
<source>{day} at the latest</source>
<translation>spätestens {day}</translation>
</message>
<message>
<source>{day}, as adopted</source>
<translation>{day}, ursprüngliche Fassung</translation>
</message>
<message>
<source>Adopted {day}</source>
<translation>Erlassen {day}</translation>
</message>
<message>
<source>From {day}</source>
<translation>Ab {day}</translation>
</message>
<message>
<source>{day} by {act}</source>
<translation>{day} durch {act}</translation>
</message>
<message>
<source>{day}, possibly by {act}</source>
<translation>{day}, möglicherweise durch {act}</translation>
</message>
<message>
<source>{day}, possibly by one or more of {act}</source>
<translation>{day}, möglicherweise durch {act} oder einen Teil davon</translation>
</message>
<message numerus="yes">
<source>%Ln acts</source>
<translation>
<numerusform>%Ln Rechtsakt</numerusform>
<numerusform>%Ln Rechtsakte</numerusform>
</translation>
</message>
<message>
<source>Versions of this provision</source>
<translation>Fassungen dieser Bestimmung</translation>
</message>
<message>
<source>In force {day}</source>
<translation>In Kraft {day}</translation>
</message>
<message>
<source>As of today, {day}</source>
<translation>Stand heute, {day}</translation>
</message>
</context>
<context>
<name>Welcome</name>
<message>
<source>Passphrase</source>
<translation>Kennwort</translation>
</message>
<message>
<source>Choose a folder to search…</source>
<translation>Ordner zum Durchsuchen wählen …</translation>
</message>
<message>
<source>Open another library…</source>
<translation>Andere Bibliothek öffnen …</translation>
</message>
<message>
<source>Try the bundled law</source>
<translation>Mitgeliefertes Recht ausprobieren</translation>
</message>
<message>
<source>Opening…</source>
<translation>Wird geöffnet …</translation>
</message>
<message>
<source>Open library</source>
<translation>Bibliothek öffnen</translation>
</message>
</context>
<context>
<name>Why</name>
<message>
<source>keyword</source>
<translation>Stichwort</translation>
</message>
<message>
<source>semantic</source>
<translation>semantisch</translation>
</message>
<message>
<source>re-ranked</source>
<translation>neu geordnet</translation>
</message>
<message>
<source>re-ranked, still {n}</source>
<translation>neu geordnet: {n}</translation>
</message>
<message>
<source>re-ranked {m} to {n}</source>
<translation>neu geordnet {m} → {n}</translation>
</message>
<message>
<source>Bars are relative to the best listed result.</source>
<translation>Die Balken zeigen das Verhältnis zum besten aufgelisteten Treffer.</translation>
</message>
<message>
<source>Why first</source>
<translation>Warum zuerst</translation>
</message>
<message>
<source>Why no. {n}</source>
<translation>Warum Nr. {n}</translation>
</message>
</context>
<context>
<name>Window</name>
<message>
<source>There are no results to export; search first.</source>
<translation>Es gibt keine Ergebnisse zu exportieren; suchen Sie zuerst.</translation>
</message>
<message>
<source>Export results</source>
<translation>Ergebnisse exportieren</translation>
</message>
<message>
<source>Export places</source>
<translation>Stellen exportieren</translation>
</message>
<message>
<source>Export the list</source>
<translation>Liste exportieren</translation>
</message>
<message>
<source>Export decisions</source>
<translation>Entscheidungen exportieren</translation>
</message>
<message>
<source>Save as PDF</source>
<translation>Als PDF speichern</translation>
</message>
<message>
<source>Written to {name}</source>
<translation>In {name} geschrieben</translation>
</message>
<message>
<source>An internal error occurred; copy the report with Help &gt; Copy error report and send it to the developers.</source>
<translation>Ein interner Fehler ist aufgetreten; kopieren Sie den Bericht mit Hilfe &gt; Fehlerbericht kopieren und senden Sie ihn den Entwicklern.</translation>
</message>
<message>
<source>Open library</source>
<translation>Bibliothek öffnen</translation>
</message>
<message>
<source>Add folder</source>
<translation>Ordner hinzufügen</translation>
</message>
<message>
<source>Add files</source>
<translation>Dateien hinzufügen</translation>
</message>
<message>
<source>Match a document</source>
<translation>Dokument abgleichen</translation>
</message>
<message>
<source>{path} does not exist; check its folder's permissions.</source>
<translation>{path} ist nicht vorhanden; prüfen Sie die Rechte am Ordner.</translation>
</message>
<message>
<source>No program on this computer opens this file.</source>
<translation>Kein Programm auf diesem Rechner öffnet diese Datei.</translation>
</message>
<message>
<source>Open a document first, then match it.</source>
<translation>Öffnen Sie zuerst ein Dokument und gleichen Sie es dann ab.</translation>
</message>
<message>
<source>Earlier searches deleted.</source>
<translation>Frühere Suchen gelöscht.</translation>
</message>
<message>
<source>The file opens in its own program for printing.</source>
<translation>Die Datei wird zum Drucken in ihrem eigenen Programm geöffnet.</translation>
</message>
<message>
<source>{path} lies on another computer; add its folder to have it opened.</source>
<translation>{path} liegt auf einem anderen Rechner; zum Öffnen erst den Ordner hinzufügen.</translation>
</message>
<message>
<source>{path} no longer exists.</source>
<translation>{path} ist nicht mehr vorhanden.</translation>
</message>
<message>
<source>This computer has no printer; File &gt; Save as PDF writes a file instead.</source>
<translation>Dieser Computer hat keinen Drucker; Datei &gt; Als PDF speichern schreibt stattdessen eine Datei.</translation>
</message>
<message>
<source>Nothing is open in the reader; open a provision first.</source>
<translation>Zum Lesen ist nichts geöffnet; öffnen Sie zuerst einen Text.</translation>
</message>
<message>
<source>Preparing the pages of the whole text…</source>
<translation>Die Seiten des gesamten Textes werden vorbereitet …</translation>
</message>
<message>
<source>{name} was sent to the printer.</source>
<translation>{name} ging an den Drucker.</translation>
</message>
<message>
<source>The printer rejects the pages; check that it is on and connected.</source>
<translation>Der Drucker nimmt die Seiten nicht an; prüfen Sie, ob er eingeschaltet und verbunden ist.</translation>
</message>
</context>
<context>
<name>Wording</name>
<message>
<source>From {day}</source>
<translation>Ab {day}</translation>
</message>
<message>
<source>Not in force</source>
<translation>Nicht in Kraft</translation>
</message>
<message>
<source>files or parts that could not be read were left out: {count}; the Index screen lists them</source>
<translation>nicht lesbare Dateien oder Teile wurden ausgelassen: {count}; sie stehen unter „Index“</translation>
</message>
<message>
<source>an addition is not finished, so files may be missing; see the Index screen</source>
<translation>ein Hinzufügen ist nicht abgeschlossen, Dateien können daher fehlen; siehe „Index“</translation>
</message>
<message>
<source>citations of some documents ({count}) are not found yet; citing provisions, amendments and ranks of hits may change</source>
<translation>Zitate einiger Dokumente ({count}) sind noch nicht erfasst; zitierende Vorschriften, Änderungen und die Reihung der Treffer können sich ändern</translation>
</message>
<message>
<source>The Compare screen shows what changed, and when</source>
<translation>Was sich wann geändert hat, steht unter „Vergleich“</translation>
</message>
<message>
<source>The query asks for an earlier wording; the Compare screen shows the wordings, and these hits are of today</source>
<translation>Gesucht ist eine frühere Fassung; die Fassungen stehen unter „Vergleich“, diese Treffer sind von heute</translation>
</message>
<message>
<source>The query asks for an earlier wording; choose its day under “As of”, these hits are of today</source>
<translation>Gesucht ist eine frühere Fassung; wählen Sie ihren Tag unter „Stand“, diese Treffer sind von heute</translation>
</message>
<message>
<source>the query is longer than {limit:,} characters; shorten it, or match the text as a document on the Match screen</source>
<translation>die Suchanfrage hat mehr als {limit:,} Zeichen; kürzen Sie sie, oder gleichen Sie den Text unter „Abgleich“ als Dokument ab</translation>
</message>
<message>
<source>there is not enough memory for this; close other programs and try again; acknowledged documents are kept</source>
<translation>dafür reicht der Arbeitsspeicher nicht; schließen Sie andere Programme, und versuchen Sie es erneut; bestätigte Dokumente bleiben erhalten</translation>
</message>
<message>
<source>{path} has no semantic index yet; build it on the Index screen</source>
<translation>{path} hat noch keinen semantischen Index; bauen Sie ihn unter „Index“ auf</translation>
</message>
<message>
<source>{path} cannot be read now, perhaps because its disk is disconnected; its documents stay in the library</source>
<translation>{path} ist derzeit nicht lesbar, vielleicht weil der Datenträger nicht verbunden ist; die Dokumente bleiben in der Bibliothek</translation>
</message>
<message>
<source>{path} lies on a network share that nobody has named on this machine; its documents stay in the library; add the folder again to read it</source>
<translation>{path} liegt auf einer Netzwerkfreigabe, die auf diesem Rechner niemand angegeben hat; die Dokumente bleiben in der Bibliothek; fügen Sie den Ordner erneut hinzu, um ihn zu lesen</translation>
</message>
<message>
<source>{name} has the versions 1 to {last}, not {number}; the Compare screen lists them</source>
<translation>{name} hat die Fassungen 1 bis {last}, nicht {number}; „Vergleich“ zeigt sie</translation>
</message>
<message>
<source>Use: {query}</source>
<translation>Übernehmen: {query}</translation>
</message>
<message>
<source>This library has no semantic index yet</source>
<translation>Diese Bibliothek hat noch keinen semantischen Index</translation>
</message>
<message>
<source>Keyword search</source>
<translation>Stichwortsuche</translation>
</message>
<message>
<source>Another version of Lexdesk built the semantic index.</source>
<translation>Eine andere Version von Lexdesk hat den semantischen Index aufgebaut.</translation>
</message>
<message>
<source>These results are from keyword search only.</source>
<translation>Diese Ergebnisse stammen nur aus der Stichwortsuche.</translation>
</message>
<message>
<source>Rebuild semantic index</source>
<translation>Semantischen Index neu aufbauen</translation>
</message>
<message>
<source>Something went wrong</source>
<translation>Etwas ist schiefgegangen</translation>
</message>
<message>
<source>The library was moved or removed; open it at its new location.</source>
<translation>Die Bibliothek wurde verschoben oder entfernt; öffnen Sie sie am neuen Ort.</translation>
</message>
<message>
<source>The disk of the library is full; free some space on it. Documents already added are kept.</source>
<translation>Der Datenträger der Bibliothek ist voll; schaffen Sie dort Platz. Bereits hinzugefügte Dokumente bleiben erhalten.</translation>
</message>
<message>
<source>{name} is locked with a password; add it to the library and enter its password under Index, or save a copy without one.</source>
<translation>{name} ist mit einem Passwort gesperrt; die Datei zur Bibliothek hinzufügen und ihr Passwort unter Index eingeben, oder eine Kopie ohne Passwort speichern.</translation>
</message>
<message>
<source>{path} cannot be read or written: {reason}.</source>
<translation>{path} kann nicht gelesen oder geschrieben werden: {reason}.</translation>
</message>
<message>
<source>This is a published library: its publisher adds documents to it. You can search and annotate it; your notes are stored in your account.</source>
<translation>Diese Bibliothek ist veröffentlicht; nur wer sie veröffentlicht, ergänzt sie. Sie können suchen und Anmerkungen machen; diese werden in Ihrem Benutzerkonto gespeichert.</translation>
</message>
<message>
<source>This library is read-only, because its folder or disk cannot be written to. You can search it, but not add or annotate documents.</source>
<translation>Diese Bibliothek ist schreibgeschützt, weil ihr Ordner oder Datenträger nicht beschreibbar ist. Sie können suchen, aber keine Dokumente hinzufügen oder Anmerkungen machen.</translation>
</message>
<message>
<source>Another program on {computer} has been writing to this library since {time}; wait until it is done, or close it.</source>
<translation>Ein anderes Programm auf {computer} schreibt seit {time} in diese Bibliothek; warten Sie, bis es fertig ist, oder beenden Sie es.</translation>
</message>
<message>
<source>this computer</source>
<translation>diesem Rechner</translation>
</message>
<message>
<source>This library is encrypted</source>
<translation>Diese Bibliothek ist verschlüsselt</translation>
</message>
<message>
<source>Enter its passphrase to open it; Lexdesk does not store it.</source>
<translation>Geben Sie zum Öffnen ihr Kennwort ein; Lexdesk speichert es nicht.</translation>
</message>
<message>
<source>The library is no longer there</source>
<translation>Die Bibliothek ist nicht mehr da</translation>
</message>
<message>
<source>It was in {path}. It was moved or removed, or its drive is not connected. Open it at its new location, or connect the drive and open it again. Adding files here creates a new, empty library.</source>
<translation>Sie lag in {path}. Sie wurde verschoben oder entfernt, oder ihr Laufwerk ist nicht angeschlossen. Öffnen Sie sie am neuen Ort, oder schließen Sie das Laufwerk an und öffnen Sie sie erneut. Wenn Sie hier Dateien hinzufügen, entsteht eine neue, leere Bibliothek.</translation>
</message>
<message>
<source>Lexdesk stores its indexes in a library, a separate folder. Choose a folder to search, or drop it here; Lexdesk then creates the library.</source>
<translation>Lexdesk speichert seine Indizes in einer Bibliothek, einem eigenen Ordner. Wählen Sie einen Ordner aus oder ziehen Sie ihn hierher; Lexdesk legt die Bibliothek dann an.</translation>
</message>
<message>
<source>{path} contains no library.</source>
<translation>{path} enthält keine Bibliothek.</translation>
</message>
<message>
<source>There is no library here yet</source>
<translation>Hier ist noch keine Bibliothek</translation>
</message>
<message>
<source>This passphrase does not open the library</source>
<translation>Dieses Kennwort öffnet die Bibliothek nicht</translation>
</message>
<message>
<source>Enter it again. If it is correct, {path} is damaged; restore it from a backup.</source>
<translation>Geben Sie es erneut ein. Ist es richtig, so ist {path} beschädigt; stellen Sie die Bibliothek aus einer Sicherung wieder her.</translation>
</message>
<message>
<source>This library cannot be opened</source>
<translation>Diese Bibliothek lässt sich nicht öffnen</translation>
</message>
<message numerus="yes">
<source>%Ln documents</source>
<translation>
<numerusform>%Ln Dokument</numerusform>
<numerusform>%Ln Dokumente</numerusform>
</translation>
</message>
<message>
<source>Stopped; files already read stay in the library.</source>
<translation>Angehalten; bereits gelesene Dateien bleiben in der Bibliothek.</translation>
</message>
<message numerus="yes">
<source>%Ln files are no longer in the library.</source>
<translation>
<numerusform>%Ln Datei ist nicht mehr in der Bibliothek.</numerusform>
<numerusform>%Ln Dateien sind nicht mehr in der Bibliothek.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages added to the semantic index.</source>
<translation>
<numerusform>%Ln Textstelle in den semantischen Index aufgenommen.</numerusform>
<numerusform>%Ln Textstellen in den semantischen Index aufgenommen.</numerusform>
</translation>
</message>
<message>
<source>Semantic search needs a model.</source>
<translation>Die semantische Suche braucht ein Modell.</translation>
</message>
<message numerus="yes">
<source>%Ln files read</source>
<translation>
<numerusform>%Ln Datei gelesen</numerusform>
<numerusform>%Ln Dateien gelesen</numerusform>
</translation>
</message>
<message>
<source>{n} unchanged</source>
<translation>{n} unverändert</translation>
</message>
<message>
<source>{n} renamed</source>
<translation>{n} umbenannt</translation>
</message>
<message>
<source>{n} removed</source>
<translation>{n} entfernt</translation>
</message>
<message>
<source>{n} no longer on disk but still in the library</source>
<translation>{n} nicht mehr auf dem Datenträger, aber noch in der Bibliothek</translation>
</message>
<message numerus="yes">
<source>%Ln need attention</source>
<translation>
<numerusform>%Ln zu prüfen</numerusform>
<numerusform>%Ln zu prüfen</numerusform>
</translation>
</message>
<message>
<source>{n} left out</source>
<translation>{n} ausgelassen</translation>
</message>
<message>
<source>conditions met</source>
<translation>Bedingungen erfüllt</translation>
</message>
<message numerus="yes">
<source>%Ln files need attention</source>
<translation>
<numerusform>%Ln Datei ist zu prüfen</numerusform>
<numerusform>%Ln Dateien sind zu prüfen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files left out</source>
<translation>
<numerusform>%Ln Datei ausgelassen</numerusform>
<numerusform>%Ln Dateien ausgelassen</numerusform>
</translation>
</message>
<message>
<source>Last change {when}</source>
<translation>Letzte Änderung {when}</translation>
</message>
<message numerus="yes">
<source>%Ln files changed</source>
<translation>
<numerusform>%Ln Datei geändert</numerusform>
<numerusform>%Ln Dateien geändert</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files changed since {when}</source>
<translation>
<numerusform>%Ln Datei seit {when} geändert</numerusform>
<numerusform>%Ln Dateien seit {when} geändert</numerusform>
</translation>
</message>
<message>
<source>In force</source>
<translation>In Kraft</translation>
</message>
<message>
<source>Repealed</source>
<translation>Aufgehoben</translation>
</message>
<message>
<source>Not yet in force</source>
<translation>Noch nicht in Kraft</translation>
</message>
<message>
<source>Commencement unknown</source>
<translation>Inkrafttreten unbekannt</translation>
</message>
<message>
<source>Not yet applicable</source>
<translation>Noch nicht anwendbar</translation>
</message>
<message>
<source>No text yet</source>
<translation>Noch kein Text</translation>
</message>
<message>
<source>Text not known</source>
<translation>Text nicht bekannt</translation>
</message>
<message>
<source>No text any more</source>
<translation>Kein Text mehr</translation>
</message>
<message>
<source>Until {day}</source>
<translation>Bis {day}</translation>
</message>
<message numerus="yes">
<source>%Ln copies folded</source>
<translation>
<numerusform>%Ln Kopie ausgeblendet</numerusform>
<numerusform>%Ln Kopien ausgeblendet</numerusform>
</translation>
</message>
<message>
<source>nearly identical to {citation}</source>
<translation>fast identisch mit {citation}</translation>
</message>
<message>
<source>result {n} of {m}</source>
<translation>Ergebnis {n} von {m}</translation>
</message>
<message>
<source>keyword {score} (BM25)</source>
<translation>Stichwort {score} (BM25)</translation>
</message>
<message>
<source>semantic {score} (cosine)</source>
<translation>semantisch {score} (Kosinus)</translation>
</message>
<message>
<source>more of this text {score}</source>
<translation>mehr aus diesem Text {score}</translation>
</message>
<message>
<source>cited by passages like this {score}</source>
<translation>von ähnlichen Stellen zitiert {score}</translation>
</message>
<message>
<source>words of the best results {score}</source>
<translation>Wörter der besten Ergebnisse {score}</translation>
</message>
<message>
<source>re-ranked {score}</source>
<translation>neu geordnet {score}</translation>
</message>
<message>
<source>Why result {n}:</source>
<translation>Warum Ergebnis {n}:</translation>
</message>
<message>
<source>exact citation</source>
<translation>genaue Fundstelle</translation>
</message>
<message>
<source>cites the provision</source>
<translation>zitiert die Bestimmung</translation>
</message>
<message>
<source>the query cites it</source>
<translation>die Anfrage nennt es</translation>
</message>
<message>
<source>subject index: {subject}</source>
<translation>Sachverzeichnis: {subject}</translation>
</message>
<message numerus="yes">
<source>%Ln nearest passages</source>
<translation>
<numerusform>%Ln nächste Textstelle</numerusform>
<numerusform>%Ln nächste Textstellen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>More than %Ln results</source>
<translation>
<numerusform>Mehr als %Ln Ergebnis</numerusform>
<numerusform>Mehr als %Ln Ergebnisse</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln results</source>
<translation>
<numerusform>%Ln Ergebnis</numerusform>
<numerusform>%Ln Ergebnisse</numerusform>
</translation>
</message>
<message>
<source>In force today</source>
<translation>Heute in Kraft</translation>
</message>
<message>
<source>In force {day}</source>
<translation>In Kraft {day}</translation>
</message>
<message>
<source>top {n} shown</source>
<translation>{n} angezeigt</translation>
</message>
<message>
<source>the cited provision first</source>
<translation>die gesuchte Bestimmung zuerst</translation>
</message>
<message>
<source>so far</source>
<translation>bisher</translation>
</message>
<message>
<source>{n} by keyword</source>
<translation>{n} nach Stichwort</translation>
</message>
<message>
<source>under 1 ms</source>
<translation>unter 1 ms</translation>
</message>
<message>
<source>No results for “{query}” yet. Files are still being read; new results appear here automatically.</source>
<translation>Noch keine Treffer zu „{query}“. Es werden noch Dateien gelesen; neue Treffer erscheinen hier automatisch.</translation>
</message>
<message>
<source>No results for “{query}” in this library. Try fewer words or filters.</source>
<translation>Keine Treffer zu „{query}“ in dieser Bibliothek. Versuchen Sie es mit weniger Wörtern oder Filtern.</translation>
</message>
<message>
<source>This library is empty. Drop a folder on the window, or choose one on the Index screen.</source>
<translation>Diese Bibliothek ist leer. Ziehen Sie einen Ordner auf das Fenster oder wählen Sie einen unter „Index“.</translation>
</message>
<message>
<source>The library is empty</source>
<translation>Die Bibliothek ist leer</translation>
</message>
<message>
<source>Updating the keyword index</source>
<translation>Stichwortindex wird aktualisiert</translation>
</message>
<message>
<source>Keyword and semantic search ready</source>
<translation>Stichwort- und semantische Suche bereit</translation>
</message>
<message>
<source>Keyword search ready, no semantic index yet</source>
<translation>Stichwortsuche bereit, noch kein semantischer Index</translation>
</message>
<message>
<source>Keyword search ready, semantic index {share} %</source>
<translation>Stichwortsuche bereit, semantischer Index {share} %</translation>
</message>
<message numerus="yes">
<source>%Ln passages</source>
<translation>
<numerusform>%Ln Textstelle</numerusform>
<numerusform>%Ln Textstellen</numerusform>
</translation>
</message>
<message>
<source>read-only</source>
<translation>schreibgeschützt</translation>
</message>
<message>
<source>{done} of {total} files read</source>
<translation>{done} von {total} Dateien gelesen</translation>
</message>
<message>
<source>Building the semantic index: {done} of {total} passages</source>
<translation>Semantischer Index: {done} von {total} Textstellen</translation>
</message>
<message>
<source>Finding citations: {done} of {total} documents</source>
<translation>Zitate werden erfasst: {done} von {total} Dokumenten</translation>
</message>
<message>
<source>less than a minute left</source>
<translation>noch unter einer Minute</translation>
</message>
<message>
<source>about {n} min left</source>
<translation>noch etwa {n} min</translation>
</message>
<message>
<source>about {n} h left</source>
<translation>noch etwa {n} h</translation>
</message>
</context>
<context>
<name>Work</name>
<message>
<source>Add “{value}”</source>
<translation>„{value}“ hinzufügen</translation>
</message>
<message>
<source>Added; {keys} undoes it.</source>
<translation>Hinzugefügt; {keys} macht es rückgängig.</translation>
</message>
<message>
<source>Remove “{value}”</source>
<translation>„{value}“ entfernen</translation>
</message>
<message>
<source>Removed; {keys} restores it.</source>
<translation>Entfernt; {keys} stellt es wieder her.</translation>
</message>
<message>
<source>Saved; {keys} shows new results.</source>
<translation>Gemerkt; {keys} zeigt neue Treffer.</translation>
</message>
<message>
<source>Delete “{value}”</source>
<translation>„{value}“ löschen</translation>
</message>
<message>
<source>Deleted; {keys} restores it.</source>
<translation>Gelöscht; {keys} stellt es wieder her.</translation>
</message>
<message>
<source>All notes</source>
<translation>Alle Notizen</translation>
</message>
<message numerus="yes">
<source>%Ln decisions written to {name}</source>
<translation>
<numerusform>%Ln Entscheidung in {name} geschrieben</numerusform>
<numerusform>%Ln Entscheidungen in {name} geschrieben</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln places written to {name}</source>
<translation>
<numerusform>%Ln Stelle in {name} geschrieben</numerusform>
<numerusform>%Ln Stellen in {name} geschrieben</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln copies with the same text are left out</source>
<translation>
<numerusform>%Ln Kopie mit demselben Text ist ausgelassen</numerusform>
<numerusform>%Ln Kopien mit demselben Text sind ausgelassen</numerusform>
</translation>
</message>
<message numerus="yes">
<source>a PDF has those of the list, of %Ln results</source>
<translation>
<numerusform>ein PDF enthält die der Liste, von %Ln Ergebnis</numerusform>
<numerusform>ein PDF enthält die der Liste, von %Ln Ergebnissen</numerusform>
</translation>
</message>
</context>
<context>
<name>Messages</name>
<message>
<source> as number {number}</source>
<translation> unter der Nummer {number}</translation>
</message>
<message>
<source>; an addition is not finished, so that it may be missing</source>
<translation>; ein Hinzufügen ist nicht abgeschlossen, es kann daher noch fehlen</translation>
</message>
<message>
<source>; it has no structure</source>
<translation>; es hat keine Gliederung</translation>
</message>
<message>
<source>; search for it, hits name their work</source>
<translation>; danach suchen, Treffer nennen ihr Werk</translation>
</message>
<message>
<source>; there are, for example: {names}</source>
<translation>; es gibt zum Beispiel: {names}</translation>
</message>
<message>
<source>; there are: {names}</source>
<translation>; es gibt: {names}</translation>
</message>
<message>
<source>As of {day}, as the query says</source>
<translation>Stand {day}, wie in der Suche angegeben</translation>
</message>
<message>
<source>As of {day}, the end of the time in the query</source>
<translation>Stand {day}, das Ende der in der Suche angegebenen Zeit</translation>
</message>
<message>
<source>Input/output error</source>
<translation>das Laufwerk antwortet nicht</translation>
</message>
<message>
<source>Keyword search only: {reason}</source>
<translation>nur Stichwortsuche: {reason}</translation>
</message>
<message>
<source>Law made between today and {day} is not known; the texts of that day may differ</source>
<translation>Recht, das von heute bis zum {day} entsteht, ist nicht bekannt; die Texte dieses Tages können abweichen</translation>
</message>
<message>
<source>NOT excludes {word} alone; with NOT "{both}" it excludes both together</source>
<translation>NOT schließt nur {word} aus; mit NOT "{both}" beide zusammen</translation>
</message>
<message>
<source>NVIDIA's driver is not installed, or reports no device</source>
<translation>der Treiber von NVIDIA ist nicht installiert oder meldet kein Gerät</translation>
</message>
<message>
<source>No act is named; {count} acts here have {place}, the most cited first</source>
<translation>Kein Gesetz ist genannt; {count} Gesetze hier haben {place}, das meistzitierte zuerst</translation>
</message>
<message>
<source>No contract is named; {count} contracts here have {place}</source>
<translation>Kein Vertrag ist genannt; {count} Verträge hier haben {place}</translation>
</message>
<message>
<source>No passage contains these words, and none is semantically similar</source>
<translation>Keine Stelle enthält diese Wörter, und keine kommt ihnen im Sinn nahe</translation>
</message>
<message>
<source>No passage contains these words; these are the nearest semantic matches</source>
<translation>keine Textstelle enthält diese Wörter; dies sind die semantisch nächsten Treffer</translation>
</message>
<message>
<source>No space left on device</source>
<translation>der Datenträger ist voll; schaffen Sie Platz</translation>
</message>
<message>
<source>No such file or directory</source>
<translation>eine solche Datei oder einen solchen Ordner gibt es nicht</translation>
</message>
<message>
<source>Operation not permitted</source>
<translation>Sie dürfen dort nicht lesen oder schreiben</translation>
</message>
<message>
<source>Permission denied</source>
<translation>Sie dürfen dort nicht lesen oder schreiben</translation>
</message>
<message>
<source>Read-only file system</source>
<translation>der Datenträger ist schreibgeschützt</translation>
</message>
<message>
<source>Stale file handle</source>
<translation>das Laufwerk antwortet nicht</translation>
</message>
<message>
<source>The earlier wording asked for is not in the library</source>
<translation>Die gesuchte frühere Fassung ist nicht in der Bibliothek</translation>
</message>
<message>
<source>The query asks for an earlier wording of {place}, which is not in the library; this is the only one</source>
<translation>Gesucht ist eine frühere Fassung von {place}, die nicht in der Bibliothek ist; dies ist die einzige</translation>
</message>
<message>
<source>The query asks for an earlier wording; choose its day with --as-of, these hits are of today</source>
<translation>Gesucht ist eine frühere Fassung; wählen Sie ihren Tag mit --as-of, diese Treffer sind von heute</translation>
</message>
<message>
<source>The query asks for an earlier wording; lexdesk history {place} lists the wordings, and today's is shown</source>
<translation>Gesucht ist eine frühere Fassung; lexdesk history {place} listet die Fassungen auf, gezeigt wird die von heute</translation>
</message>
<message>
<source>Transport endpoint is not connected</source>
<translation>das Laufwerk antwortet nicht</translation>
</message>
<message>
<source>Windows has no {library}; install Microsoft's Visual C++ Redistributable for x64, then start Lexdesk again</source>
<translation>Windows hat kein {library}; installieren Sie das Visual C++ Redistributable (x64) von Microsoft und starten Sie Lexdesk neu</translation>
</message>
<message>
<source>a PDF whose fonts do not state their characters</source>
<translation>eine PDF-Datei, deren Schriften ihre Zeichen nicht angeben</translation>
</message>
<message>
<source>a PostScript file</source>
<translation>eine PostScript-Datei</translation>
</message>
<message>
<source>a WordPerfect document</source>
<translation>ein WordPerfect-Dokument</translation>
</message>
<message>
<source>a data file</source>
<translation>eine Datei mit Daten</translation>
</message>
<message>
<source>a data file of Outlook</source>
<translation>eine Datendatei von Outlook</translation>
</message>
<message>
<source>a database</source>
<translation>eine Datenbank</translation>
</message>
<message>
<source>a document of Pages, Numbers or Keynote</source>
<translation>ein Dokument von Pages, Numbers oder Keynote</translation>
</message>
<message>
<source>a file could not be written</source>
<translation>eine Datei konnte nicht geschrieben werden</translation>
</message>
<message>
<source>a file would be larger than is allowed</source>
<translation>eine Datei würde größer als zulässig</translation>
</message>
<message>
<source>a folder</source>
<translation>ein Ordner</translation>
</message>
<message>
<source>a key, certificate or signature</source>
<translation>ein Schlüssel, ein Zertifikat oder eine Signatur</translation>
</message>
<message>
<source>a library follows at most {limit:,} folders, not {count:,}; add the folder around them</source>
<translation>eine Bibliothek folgt höchstens {limit:,} Ordnern, nicht {count:,}; nehmen Sie den Ordner darüber auf</translation>
</message>
<message>
<source>a library stores two names in this folder as {name}; one of the files was read; rename the other</source>
<translation>eine Bibliothek speichert zwei Namen in diesem Ordner als {name}; eine der Dateien wurde gelesen; benennen Sie die andere um</translation>
</message>
<message>
<source>a machine of the cluster has the model {there} in {folder}, wanted is {fingerprint}; install the same models on all of them</source>
<translation>ein Rechner des Clusters hat das Modell {there} in {folder}, verlangt ist {fingerprint}; auf allen dieselben Modelle installieren</translation>
</message>
<message>
<source>a package</source>
<translation>ein Paket</translation>
</message>
<message>
<source>a package of Outlook (TNEF)</source>
<translation>ein Paket von Outlook (TNEF)</translation>
</message>
<message>
<source>a page of it has changed since it was written</source>
<translation>eine ihrer Seiten wurde verändert, seit sie geschrieben wurde</translation>
</message>
<message>
<source>a photograph in HEIC or AVIF</source>
<translation>ein Foto in HEIC oder AVIF</translation>
</message>
<message>
<source>a picture</source>
<translation>ein Bild</translation>
</message>
<message>
<source>a program</source>
<translation>ein Programm</translation>
</message>
<message>
<source>a recording</source>
<translation>eine Aufnahme</translation>
</message>
<message>
<source>a scan of 1 page</source>
<translation>ein Scan von 1 Seite</translation>
</message>
<message>
<source>a scan of {pages} pages</source>
<translation>ein Scan von {pages} Seiten</translation>
</message>
<message>
<source>a section of OneNote</source>
<translation>ein Abschnitt von OneNote</translation>
</message>
<message>
<source>a shortcut</source>
<translation>eine Verknüpfung</translation>
</message>
<message>
<source>add a transcript instead</source>
<translation>stattdessen eine Abschrift hinzufügen</translation>
</message>
<message>
<source>add the file that it leads to</source>
<translation>die Datei hinzufügen, zu der sie führt</translation>
</message>
<message>
<source>an addition is not finished, so that files may be missing; lexdesk status names it</source>
<translation>ein Hinzufügen ist nicht abgeschlossen, Dateien können daher fehlen; lexdesk status nennt es</translation>
</message>
<message>
<source>an archive</source>
<translation>ein Archiv</translation>
</message>
<message>
<source>an empty passphrase protects nothing; give one with some words</source>
<translation>ein leeres Kennwort schützt nichts; eines aus einigen Wörtern wählen</translation>
</message>
<message>
<source>an open date</source>
<translation>ein offenes Datum</translation>
</message>
<message>
<source>another library is published at {uri}; name another place</source>
<translation>unter {uri} ist eine andere Bibliothek veröffentlicht; nennen Sie einen anderen Ort</translation>
</message>
<message>
<source>another program</source>
<translation>ein anderes Programm</translation>
</message>
<message>
<source>another program writes to it</source>
<translation>ein anderes Programm schreibt darin</translation>
</message>
<message>
<source>applies from {first}</source>
<translation>gilt ab {first}</translation>
</message>
<message>
<source>applies since {first}</source>
<translation>gilt seit {first}</translation>
</message>
<message>
<source>applies since {first} (no repeal in the library)</source>
<translation>gilt seit {first} (keine Aufhebung in der Bibliothek)</translation>
</message>
<message>
<source>as of the state of the repository: {known}; whether it was amended later is not known</source>
<translation>Stand des Repositorys: {known}; spätere Änderungen sind nicht bekannt</translation>
</message>
<message>
<source>as of the state of {state}; the text of {day} is not in the library</source>
<translation>Stand {state}; die Fassung vom {day} ist nicht in der Bibliothek</translation>
</message>
<message>
<source>as of the state of {state}; whether it was amended later is not known</source>
<translation>Stand {state}; spätere Änderungen sind nicht bekannt</translation>
</message>
<message>
<source>as of {known}; a later text, of {begin}, is in the library in another language: {language}</source>
<translation>Stand {known}; eine spätere Fassung, vom {begin}, ist in anderer Sprache in der Bibliothek: {language}</translation>
</message>
<message>
<source>as of {known}; no longer in force since a day that the repository does not state</source>
<translation>Stand {known}; seither außer Kraft getreten, das Repository nennt den Tag nicht</translation>
</message>
<message>
<source>as of {known}; the act was amended later, on a day not known; whether this is the text of {day} is not known</source>
<translation>Stand {known}; der Rechtsakt wurde später geändert, an einem unbekannten Tag; ob dies die Fassung vom {day} ist, ist nicht bekannt</translation>
</message>
<message>
<source>as of {known}; the act was amended since; the text of {day} is not in the library</source>
<translation>Stand {known}; der Rechtsakt wurde seither geändert; die Fassung vom {day} ist nicht in der Bibliothek</translation>
</message>
<message>
<source>as of {known}; the library has another text, without dates; whether it is the text of {day} is not known</source>
<translation>Stand {known}; die Bibliothek hat einen weiteren Text ohne Daten; ob er die Fassung vom {day} ist, ist nicht bekannt</translation>
</message>
<message>
<source>as of {known}; the text of {day} is not in the library</source>
<translation>Stand {known}; die Fassung vom {day} ist nicht in der Bibliothek</translation>
</message>
<message>
<source>attempt to write a readonly database</source>
<translation>die Datenbank darf nicht beschrieben werden</translation>
</message>
<message>
<source>back up the library that it was made of</source>
<translation>sichern Sie die ursprüngliche Bibliothek</translation>
</message>
<message>
<source>change the library that it was made of, and publish it again</source>
<translation>ändern Sie die ursprüngliche Bibliothek und veröffentlichen Sie sie neu</translation>
</message>
<message>
<source>citations of documents are not found yet ({count}); citing provisions, amendments and ranks of hits may change; lexdesk status says more</source>
<translation>Zitate von Dokumenten sind noch nicht erfasst ({count}); zitierende Vorschriften, Änderungen und die Reihung der Treffer können sich ändern; lexdesk status nennt Näheres</translation>
</message>
<message>
<source>consolidated text of {day}; earlier wording is not known</source>
<translation>konsolidierter Text vom {day}; der Wortlaut davor ist nicht bekannt</translation>
</message>
<message>
<source>corrected by {acts}; whether this text has the correction is not known</source>
<translation>berichtigt durch {acts}; ob dieser Text die Berichtigung enthält, ist nicht bekannt</translation>
</message>
<message>
<source>database disk image is malformed</source>
<translation>die Datenbankdatei ist beschädigt</translation>
</message>
<message>
<source>database is locked</source>
<translation>die Datenbank ist gesperrt</translation>
</message>
<message>
<source>database or disk is full</source>
<translation>die Datenbank oder der Datenträger ist voll</translation>
</message>
<message>
<source>disk I/O error</source>
<translation>Lese- oder Schreibfehler des Datenträgers</translation>
</message>
<message>
<source>doc: at character {character} needs a word or a phrase right after it, as in doc:arbitration</source>
<translation>doc: an Stelle {character} braucht ein Wort oder eine Wortfolge gleich dahinter, wie in doc:Schiedsgericht</translation>
</message>
<message>
<source>documents in {languages}, not in the language of the act, count only where they cite it</source>
<translation>Dokumente in {languages}, also nicht in der Sprache des Rechtsakts, zählen nur, wo sie ihn zitieren</translation>
</message>
<message>
<source>drag its mails from Outlook into a folder and add that</source>
<translation>die Nachrichten aus Outlook in einen Ordner ziehen und diesen hinzufügen</translation>
</message>
<message>
<source>duties are not recognised in the language {language}, so that gaps are not known</source>
<translation>Pflichten werden in der Sprache {language} nicht erkannt, Lücken sind daher nicht bekannt</translation>
</message>
<message>
<source>encrypted libraries need SQLCipher; {install}</source>
<translation>verschlüsselte Bibliotheken brauchen SQLCipher; {install}</translation>
</message>
<message>
<source>entered into force on {first}</source>
<translation>in Kraft getreten am {first}</translation>
</message>
<message>
<source>export it as PDF or DOCX and add that</source>
<translation>als PDF oder DOCX exportieren und das hinzufügen</translation>
</message>
<message>
<source>export its content as text or CSV and add that</source>
<translation>den Inhalt als Text oder CSV ausgeben und diesen hinzufügen</translation>
</message>
<message>
<source>export its pages as PDF or DOCX and add that</source>
<translation>die Seiten als PDF oder DOCX exportieren und diese hinzufügen</translation>
</message>
<message>
<source>export the library that it was made of</source>
<translation>exportieren Sie die ursprüngliche Bibliothek</translation>
</message>
<message>
<source>file is not a database</source>
<translation>die Datei ist keine Datenbank</translation>
</message>
<message>
<source>files or parts that could not be read were left out: {count}; lexdesk failures lists them</source>
<translation>nicht lesbare Dateien oder Teile wurden ausgelassen: {count}; lexdesk failures nennt sie</translation>
</message>
<message>
<source>for its entry into force ({days}) see {article}</source>
<translation>Inkrafttreten ({days}) siehe {article}</translation>
</message>
<message>
<source>for its entry into force see {article}; the day is not known</source>
<translation>Inkrafttreten siehe {article}; der Tag ist nicht bekannt</translation>
</message>
<message>
<source>for the day of application ({days}) see {article}</source>
<translation>Geltungsbeginn ({days}) siehe {article}</translation>
</message>
<message>
<source>for the day of application see {article}</source>
<translation>Geltungsbeginn siehe {article}</translation>
</message>
<message>
<source>free some space on its disk</source>
<translation>auf ihrem Datenträger Platz schaffen</translation>
</message>
<message>
<source>from {first} on</source>
<translation>ab {first}</translation>
</message>
<message>
<source>from {first} to {last}</source>
<translation>von {first} bis {last}</translation>
</message>
<message>
<source>in force only by an order under {article}; none in the library sets the day of this text</source>
<translation>in Kraft nur durch eine Anordnung nach {article}; keine in der Bibliothek bestimmt den Tag für diesen Text</translation>
</message>
<message>
<source>in force since {first} (no repeal in the library)</source>
<translation>in Kraft seit {first} (keine Aufhebung in der Bibliothek)</translation>
</message>
<message>
<source>in force since {first} or earlier (no repeal in the library)</source>
<translation>in Kraft seit {first} oder früher (keine Aufhebung in der Bibliothek)</translation>
</message>
<message>
<source>in force since {first} to {last}</source>
<translation>in Kraft seit {first} bis {last}</translation>
</message>
<message>
<source>in force to {last}</source>
<translation>in Kraft bis {last}</translation>
</message>
<message>
<source>its disk is full, so free some space on it</source>
<translation>ihr Datenträger ist voll; auf ihm Platz schaffen</translation>
</message>
<message>
<source>its entry into force counts from its publication ({article}), whose day is not known</source>
<translation>Inkrafttreten hängt vom Tag der Verkündung ab ({article}), der nicht bekannt ist</translation>
</message>
<message>
<source>its folder cannot be written, so open the library again, read-only</source>
<translation>in ihren Ordner kann nicht geschrieben werden; öffnen Sie die Bibliothek neu, um sie nur zu lesen</translation>
</message>
<message>
<source>its path has letters that the system's language settings lack; set LANG to C.UTF-8</source>
<translation>der Pfad hat Buchstaben, die den Spracheinstellungen des Systems fehlen; setzen Sie LANG auf C.UTF-8</translation>
</message>
<message>
<source>its wording then is not known, {note}</source>
<translation>der damalige Wortlaut ist nicht bekannt, {note}</translation>
</message>
<message>
<source>lexdesk history {place} lists what changed, and when</source>
<translation>lexdesk history {place} zeigt, was sich wann geändert hat</translation>
</message>
<message>
<source>line {line} of {path} is not a name and its meaning separated by a tab (at most {longest} characters and {most:,} rows); mend or remove the file</source>
<translation>Zeile {line} von {path} ist keine Zeile aus einem Namen und seiner Bedeutung, getrennt durch einen Tabulator, mit höchstens {longest} Zeichen und {most:,} Zeilen; berichtigen Sie sie oder entfernen Sie die Datei</translation>
</message>
<message>
<source>line {number} of {file} is not a pattern: {lines!r}; correct it or remove it</source>
<translation>Zeile {number} von {file} ist kein Muster: {lines!r}; die Zeile berichtigen oder entfernen</translation>
</message>
<message>
<source>no act here is called {cited}; this is {name}, the nearest name</source>
<translation>kein Gesetz heißt hier {cited}; gezeigt wird {name}, der nächste Name</translation>
</message>
<message>
<source>no document in the language {value}</source>
<translation>kein Dokument in der Sprache {value}</translation>
</message>
<message>
<source>no document of the kind {value}</source>
<translation>kein Dokument der Art {value}</translation>
</message>
<message>
<source>no file in a folder of that name</source>
<translation>keine Datei in einem Ordner dieses Namens</translation>
</message>
<message>
<source>no folder was added yet; name one: lexdesk watch FOLDER</source>
<translation>noch wurde kein Ordner hinzugefügt; nennen Sie einen: lexdesk watch ORDNER</translation>
</message>
<message>
<source>no library is open; open one from the File menu</source>
<translation>keine Bibliothek ist geöffnet; öffnen Sie eine im Menü Datei</translation>
</message>
<message>
<source>no measure is named; examples are: {known}</source>
<translation>kein Maß ist genannt; bekannt sind zum Beispiel: {known}</translation>
</message>
<message>
<source>no qrels {name}</source>
<translation>keine Qrels {name}</translation>
</message>
<message>
<source>no recital of {work} explains {eid}, and the act as adopted has no such provision</source>
<translation>kein Erwägungsgrund von {work} erläutert {eid}, und der verabschiedete Rechtsakt hat keine solche Vorschrift</translation>
</message>
<message>
<source>no regular file</source>
<translation>keine gewöhnliche Datei</translation>
</message>
<message>
<source>no space left on the disk</source>
<translation>auf dem Datenträger ist kein Platz</translation>
</message>
<message>
<source>no text of that court or authority</source>
<translation>keinen Text dieses Gerichts oder dieser Behörde</translation>
</message>
<message>
<source>no work of that name or identifier</source>
<translation>kein Werk dieses Namens oder dieser Kennung</translation>
</message>
<message>
<source>no work or citation of that name</source>
<translation>kein Werk und kein Zitat dieses Namens</translation>
</message>
<message>
<source>no {task} is installed; known are {known} (set {variable} to a folder of model folders)</source>
<translation>es ist kein Modell {task} da; bekannt sind {known} ({variable} kann einen Ordner mit Modellordnern nennen)</translation>
</message>
<message>
<source>not in force when the Act was passed; whether it has been since is not known</source>
<translation>bei Erlass des Gesetzes nicht in Kraft; ob seither, ist nicht bekannt</translation>
</message>
<message>
<source>nothing can be served at {host}, port {port}: {reason}; choose another</source>
<translation>unter {host}, Port {port}, ist kein Dienst möglich: {reason}; wählen Sie eine andere Adresse</translation>
</message>
<message>
<source>nothing is published at {uri}{numbered}; publish a library with: lexdesk publish URI</source>
<translation>unter {uri} ist nichts veröffentlicht{numbered}; eine Bibliothek veröffentlichen mit: lexdesk publish URI</translation>
</message>
<message>
<source>nothing lies beyond {day}</source>
<translation>jenseits von {day} liegt nichts</translation>
</message>
<message>
<source>nothing was restored: {problem}</source>
<translation>nichts wurde wiederhergestellt: {problem}</translation>
</message>
<message>
<source>of parts, or for some purposes, the days in force are in {acts}; of the rest they are not known</source>
<translation>für Teile oder einzelne Zwecke nennt {acts} Tage des Inkrafttretens; im Übrigen sind sie nicht bekannt</translation>
</message>
<message>
<source>only the {count} passages nearest to the act were compared, so that others may deal with a gap; narrow the documents by a query</source>
<translation>nur die {count} Stellen, die dem Rechtsakt am nächsten sind, wurden verglichen, so dass andere eine Lücke behandeln können; grenzen Sie die Dokumente durch eine Abfrage ein</translation>
</message>
<message>
<source>only {count} of {all} nodes of the graph run on the GPU</source>
<translation>nur {count} von {all} Knoten des Graphen laufen auf dem Grafikprozessor</translation>
</message>
<message>
<source>onnxruntime did not load CUDA ({reason}); take the bundle's flavour gpu, or the extra cuda of the source</source>
<translation>onnxruntime hat CUDA nicht geladen ({reason}); die Variante gpu des Pakets oder das Extra cuda des Quelltexts nehmen</translation>
</message>
<message>
<source>open the mail in Outlook, save what is attached there and add that</source>
<translation>die Nachricht in Outlook öffnen, die Anlagen dort speichern und hinzufügen</translation>
</message>
<message>
<source>other machines try no passwords; read locked files on this one</source>
<translation>andere Rechner versuchen keine Passwörter; gesperrte Dateien auf diesem lesen</translation>
</message>
<message>
<source>others can reach the host {host}, and there is no table [tls]; state certificate and key there, or set behind_proxy = true where a proxy encrypts</source>
<translation>der Host {host} ist für andere erreichbar, und die Tabelle [tls] fehlt; nennen Sie dort die Dateien von Zertifikat und Schlüssel oder setzen Sie behind_proxy = true, wenn ein Proxy verschlüsselt</translation>
</message>
<message>
<source>over {count} passages cite a provision; the first {count} were read, so that documents may be missing</source>
<translation>mehr als {count} Stellen zitieren eine Vorschrift; gelesen wurden die ersten {count}, so dass Dokumente fehlen können</translation>
</message>
<message>
<source>page {numbers}</source>
<translation>Seite {numbers}</translation>
</message>
<message>
<source>page {page} of it has changed since it was written</source>
<translation>ihre Seite {page} wurde verändert, seit sie geschrieben wurde</translation>
</message>
<message>
<source>pages {numbers}</source>
<translation>Seiten {numbers}</translation>
</message>
<message>
<source>paragraphs were compared by their words, for the same reason</source>
<translation>Absätze wurden aus demselben Grund nach ihren Wörtern verglichen</translation>
</message>
<message>
<source>passage {number} takes {size:,} bytes, more than the {limit:,} of a bulk file; allow more with --bulk-mb</source>
<translation>die Textstelle {number} hat {size:,} Bytes, mehr als die {limit:,} einer Bulk-Datei; mehr zulassen mit --bulk-mb</translation>
</message>
<message>
<source>permission denied</source>
<translation>keine Berechtigung</translation>
</message>
<message>
<source>process {pid} on {host} ({purpose}, since {since})</source>
<translation>der Prozess {pid} auf {host} ({purpose}, seit {since})</translation>
</message>
<message>
<source>repealed in whole or in part by {act}; for the day and extent see that act</source>
<translation>ganz oder teilweise aufgehoben durch {act}; Tag und Umfang siehe dort</translation>
</message>
<message>
<source>run in a copy of the source: pip install './engine[{extra}]'</source>
<translation>im Quelltextordner ausführen: pip install './engine[{extra}]'</translation>
</message>
<message>
<source>save it as DOCX or PDF (LibreOffice can) and add that</source>
<translation>als DOCX oder PDF speichern (LibreOffice kann das) und dieses hinzufügen</translation>
</message>
<message>
<source>save it as JPEG or PDF and add that</source>
<translation>als JPEG oder PDF speichern und das hinzufügen</translation>
</message>
<message>
<source>save what it shows as PDF and add that</source>
<translation>was es zeigt, als PDF speichern und dieses hinzufügen</translation>
</message>
<message>
<source>see that its folder can be read and written</source>
<translation>dafür sorgen, dass ihr Ordner gelesen und geschrieben werden kann</translation>
</message>
<message>
<source>see that its folder can be written</source>
<translation>dafür sorgen, dass in ihren Ordner geschrieben werden kann</translation>
</message>
<message>
<source>see whether its disk is there and sound</source>
<translation>prüfen, ob ihr Datenträger da und in Ordnung ist</translation>
</message>
<message>
<source>semantic search for documents was not available: {reason}</source>
<translation>semantische Suche nach Dokumenten war nicht verfügbar: {reason}</translation>
</message>
<message>
<source>semantic search for passages was not available: {reason}</source>
<translation>semantische Suche nach Textstellen war nicht verfügbar: {reason}</translation>
</message>
<message>
<source>several qrels, and none was chosen with --qrels</source>
<translation>mehrere Qrels, und mit --qrels wurde keine gewählt</translation>
</message>
<message>
<source>the * at character {character} stands inside a word; it is understood at the end only, as in supervis*</source>
<translation>das * an Stelle {character} steht im Wort; verstanden wird es nur am Ende, wie in Aufsicht*</translation>
</message>
<message>
<source>the ? at character {character} stands for one letter and needs one word around it, as in organi?ation</source>
<translation>das ? an Stelle {character} steht für einen Buchstaben und braucht ein Wort um sich, wie in Ma?nahme</translation>
</message>
<message>
<source>the GPU failed ({reason}); the processor does its work</source>
<translation>der Grafikprozessor ist ausgefallen ({reason}); der Prozessor übernimmt seine Arbeit</translation>
</message>
<message>
<source>the Ray cluster {where} cannot be reached ({reason}); start it, or name another --address, such as ray://head:10001</source>
<translation>der Ray-Cluster {where} ist nicht erreichbar ({reason}); starten Sie ihn oder nennen Sie eine andere --address, etwa ray://head:10001</translation>
</message>
<message>
<source>the answer takes longer than {seconds:g} s; ask for less, or again later</source>
<translation>die Antwort dauert länger als {seconds:g} s; fragen Sie weniger ab oder später erneut</translation>
</message>
<message>
<source>the bracket at character {character} is not closed</source>
<translation>die Klammer an Stelle {character} ist nicht geschlossen</translation>
</message>
<message>
<source>the bracket at character {character} is not closed; add one at the end</source>
<translation>die Klammer an Stelle {character} ist nicht geschlossen; am Ende eine ergänzen</translation>
</message>
<message>
<source>the bracket at character {character} is one too many: {limit} may lie inside each other</source>
<translation>die Klammer an Stelle {character} ist eine zu viel: {limit} dürfen ineinander stehen</translation>
</message>
<message>
<source>the brackets at character {character} hold nothing; remove them</source>
<translation>die Klammern an Stelle {character} sind leer; sie entfernen</translation>
</message>
<message>
<source>the catalogue {path} has library format {found}, this Lexdesk reads {supported}; publish the library again by the same version</source>
<translation>der Katalog {path} hat das Bibliotheksformat {found}, dieses Lexdesk liest {supported}; die Bibliothek mit derselben Version neu veröffentlichen</translation>
</message>
<message>
<source>the character at {character} is damaged (no UTF-8); remove it or type it again</source>
<translation>das Zeichen an Stelle {character} ist beschädigt (kein UTF-8); es entfernen oder neu eingeben</translation>
</message>
<message>
<source>the closing bracket at character {character} has no opening one; remove it</source>
<translation>zur schließenden Klammer an Stelle {character} fehlt die öffnende; sie entfernen</translation>
</message>
<message>
<source>the connector at character {character} is one too many: {limit} fit into one query</source>
<translation>der Abstandsoperator an Stelle {character} ist einer zu viel: in eine Suche passen {limit}</translation>
</message>
<message>
<source>the copy {path} is not sound ({reason}); keep earlier backups</source>
<translation>die Kopie {path} ist beschädigt ({reason}); behalten Sie frühere Sicherungen</translation>
</message>
<message>
<source>the dates of this text are not known; it may have been amended or repealed</source>
<translation>die Daten dieses Textes sind nicht bekannt; er kann geändert oder aufgehoben sein</translation>
</message>
<message>
<source>the dates of this text are not known; it may not be the text of {day}</source>
<translation>von wann dieser Text ist, ist nicht bekannt; am {day} kann er anders gelautet haben</translation>
</message>
<message>
<source>the disk failed</source>
<translation>der Datenträger ist ausgefallen</translation>
</message>
<message>
<source>the disk is read-only</source>
<translation>der Datenträger ist schreibgeschützt</translation>
</message>
<message>
<source>the disk of {library} has no file locks, so that {claim} keeps other writers out; leave that file while a program writes</source>
<translation>der Datenträger von {library} hat keine Dateisperren, daher hält {claim} andere Programme vom Schreiben ab; lassen Sie diese Datei liegen, solange ein Programm schreibt</translation>
</message>
<message>
<source>the disk of {place} is full; free some space on it and run the same command again; earlier publications stay as they are</source>
<translation>der Datenträger von {place} ist voll; schaffen Sie Platz und führen Sie denselben Befehl erneut aus; zuvor Veröffentlichtes bleibt unverändert</translation>
</message>
<message>
<source>the document has no date to count years from; give --after and --before instead</source>
<translation>das Dokument hat kein Datum, von dem an Jahre zu zählen wären; stattdessen --after und --before angeben</translation>
</message>
<message>
<source>the document {title!r} names no work; give it one, such as note-1</source>
<translation>das Dokument {title!r} nennt kein Werk; ihm eines geben, etwa note-1</translation>
</message>
<message>
<source>the document {work!r} holds half a character ({character!r}); decode its text with errors='replace'</source>
<translation>das Dokument {work!r} enthält ein halbes Zeichen ({character!r}); seinen Text mit errors='replace' dekodieren</translation>
</message>
<message>
<source>the earlier wording asked for is not in the library; {reason}</source>
<translation>die gesuchte frühere Fassung ist nicht in der Bibliothek; {reason}</translation>
</message>
<message>
<source>the embedder {name} gives no token vectors for re-ranking; export it again with lexdesk-trainer export, or put a reranker beside it</source>
<translation>das Modell {name} gibt keine Vektoren von Wörtern, nach denen Textstellen zu ordnen wären; es mit lexdesk-trainer export neu ausgeben, oder ein Modell zum Ordnen danebenlegen</translation>
</message>
<message>
<source>the file dates this text {day}, but it cites acts of up to {year}: it is a later wording, of a day not known</source>
<translation>die Datei datiert diesen Text auf den {day}, er zitiert aber Rechtsakte bis {year}: Er ist eine spätere Fassung, ihr Tag ist nicht bekannt</translation>
</message>
<message>
<source>the file dates this text {day}, but it has {article}, as amendments insert articles: it is probably a later wording, of a day not known</source>
<translation>die Datei datiert diesen Text auf den {day}, er enthält aber {article}, wie Änderungen sie einfügen: vermutlich eine spätere Fassung, deren Tag nicht bekannt ist</translation>
</message>
<message>
<source>the file of the text from {day} leaves out {count} provisions; they do not count as removed</source>
<translation>die Datei der Fassung ab {day} lässt {count} Bestimmungen aus; sie gelten nicht als aufgehoben</translation>
</message>
<message>
<source>the file of the text from {day} leaves this provision out; whether it still applies is not known</source>
<translation>die Datei der Fassung ab {day} lässt diese Bestimmung aus; ob sie noch gilt, ist nicht bekannt</translation>
</message>
<message>
<source>the files hold single provisions of this law, each with its own dates; name one of them</source>
<translation>die Dateien enthalten einzelne Vorschriften dieses Gesetzes mit eigenen Daten; nennen Sie eine davon</translation>
</message>
<message>
<source>the files in this folder cannot be listed ({reason}); what is known of them is kept</source>
<translation>die Dateien in diesem Ordner lassen sich nicht auflisten ({reason}); was von ihnen bekannt ist, bleibt erhalten</translation>
</message>
<message>
<source>the first text here with the amendments by {act}, named in the query, is of {day}</source>
<translation>die erste Fassung hier mit den Änderungen durch {act}, die die Anfrage nennt, ist vom {day}</translation>
</message>
<message>
<source>the full-text index at {folder} is not one that Lexdesk made ({reason}); run: lexdesk rebuild</source>
<translation>der Volltextindex in {folder} ist nicht von Lexdesk ({reason}); ausführen: lexdesk rebuild</translation>
</message>
<message>
<source>the full-text index at {path} cannot be used ({reason}); run: lexdesk rebuild</source>
<translation>der Volltextindex in {path} kann nicht benutzt werden ({reason}); neu herstellen mit: lexdesk rebuild</translation>
</message>
<message>
<source>the full-text index at {path} cannot be used now ({reason}); acknowledged documents are kept</source>
<translation>der Volltextindex in {path} kann jetzt nicht benutzt werden ({reason}); was bestätigt wurde, ist erhalten</translation>
</message>
<message>
<source>the full-text index at {path} is incomplete; run: lexdesk rebuild</source>
<translation>der Volltextindex in {path} ist nicht vollständig; neu herstellen mit: lexdesk rebuild</translation>
</message>
<message>
<source>the full-text index at {path} is not that of the documents beside it; run: lexdesk rebuild</source>
<translation>der Volltextindex in {path} gehört nicht zu den Dokumenten daneben; neu herstellen mit: lexdesk rebuild</translation>
</message>
<message>
<source>the full-text index published at {uri} is incomplete ({reason}); check the storage, or publish the library again</source>
<translation>der unter {uri} veröffentlichte Volltextindex ist unvollständig ({reason}); prüfen Sie den Speicher oder veröffentlichen Sie die Bibliothek neu</translation>
</message>
<message>
<source>the id of query {id!r} has a blank, at which a run file ends an id; write the collection with ids without blanks</source>
<translation>die ID der Anfrage {id!r} hat ein Leerzeichen, an dem eine Run-Datei eine ID beendet; verwenden Sie IDs ohne Leerzeichen</translation>
</message>
<message>
<source>the installed models have no {size} embeddings; install the multilingual model of the embedder</source>
<translation>Die installierten Modelle haben keine Vektoren der Größe {size}; installieren Sie das mehrsprachige Modell zu diesem Modell</translation>
</message>
<message>
<source>the installed onnxruntime is not built for CUDA; take the bundle's flavour gpu, or the extra cuda of the source</source>
<translation>die installierte onnxruntime ist nicht für CUDA gebaut; die Variante gpu des Pakets oder das Extra cuda des Quelltexts nehmen</translation>
</message>
<message>
<source>the last text of this act in the library; later amendments or repeal are not known</source>
<translation>letzte Fassung in der Bibliothek; spätere Änderungen oder eine Aufhebung sind nicht bekannt</translation>
</message>
<message>
<source>the library has no semantic index yet</source>
<translation>die Bibliothek hat noch keinen semantischen Index</translation>
</message>
<message>
<source>the library has no text of {name} for {day}; it has one {spans}</source>
<translation>die Bibliothek hat für den {day} keinen Text von {name}; sie hat einen {spans}</translation>
</message>
<message>
<source>the library has no work {work}{hint}</source>
<translation>in der Bibliothek gibt es kein Werk {work}{hint}</translation>
</message>
<message>
<source>the library has this text in the language {language}, not in {wanted}</source>
<translation>die Bibliothek hat diese Fassung in der Sprache {language}, nicht in {wanted}</translation>
</message>
<message>
<source>the library has {what}, asked for by {field}: at character {character}</source>
<translation>in der Bibliothek gibt es {what}; danach fragt {field}: an Stelle {character}</translation>
</message>
<message>
<source>the library has {what}, asked for by {field}: at character {character} (there are: {known})</source>
<translation>in der Bibliothek gibt es {what}; danach fragt {field}: an Stelle {character} (es gibt: {known})</translation>
</message>
<message>
<source>the model has no graph for GPUs; export it again with lexdesk-trainer export</source>
<translation>das Modell hat keinen Graphen für Grafikprozessoren; es mit lexdesk-trainer export neu exportieren</translation>
</message>
<message>
<source>the model in {folder} cannot be loaded ({reason}); install it again</source>
<translation>das Modell in {folder} kann nicht geladen werden ({reason}); es neu installieren</translation>
</message>
<message>
<source>the model in {folder} cannot read a text, as its graph or its tokenizer is of another model ({reason}); install it again</source>
<translation>das Modell in {folder} kann keinen Text lesen, da sein Graph oder sein Tokenizer zu einem anderen Modell gehört ({reason}); installieren Sie es neu</translation>
</message>
<message>
<source>the model in {folder} gives vectors of shape {shape} where its manifest says {wanted} dimensions; install it again</source>
<translation>das Modell in {folder} liefert Vektoren der Form {shape}, sein Manifest nennt {wanted} Dimensionen; installieren Sie es neu</translation>
</message>
<message>
<source>the model in {folder} gives vectors that are not numbers, or longer than 1; use another model, or export it again</source>
<translation>Das Modell in {folder} liefert Vektoren, die keine Zahlen enthalten oder länger als 1 sind; ein anderes Modell verwenden oder dieses neu exportieren</translation>
</message>
<message>
<source>the model in {folder} takes more than {limit} for a text; use another model, and distrust this one</source>
<translation>das Modell in {folder} benötigt mehr als {limit} für einen Text; verwenden Sie ein anderes und entziehen Sie diesem das Vertrauen</translation>
</message>
<message>
<source>the model {name} in {folder} did not come with Lexdesk and is not used; if you know who made it, run: lexdesk model trust {argument}</source>
<translation>das Modell {name} in {folder} gehört nicht zu Lexdesk und wird nicht verwendet; wenn Sie wissen, von wem es stammt: lexdesk model trust {argument}</translation>
</message>
<message>
<source>the package apsw cannot load its extension cksumvfs ({reason}); install apsw again from its wheel</source>
<translation>das Paket apsw kann seine Erweiterung cksumvfs nicht laden ({reason}); installieren Sie apsw neu aus seinem Wheel</translation>
</message>
<message>
<source>the passphrase does not open {path}; if it is the right one, the file is damaged: restore it from a backup</source>
<translation>das Kennwort öffnet {path} nicht; ist es das richtige, so ist die Datei beschädigt: sie aus einer Sicherung wiederherstellen</translation>
</message>
<message>
<source>the passphrase in {file} is not in UTF-8; save the file in that encoding</source>
<translation>die Passphrase in {file} ist nicht in UTF-8; die Datei in dieser Kodierung speichern</translation>
</message>
<message>
<source>the passphrase of {path} was not changed ({reason}); close other programs that use the library</source>
<translation>das Kennwort von {path} wurde nicht geändert ({reason}); andere Programme schließen, die die Bibliothek benutzen</translation>
</message>
<message>
<source>the passwords in {path} are not in UTF-8; save the file in that encoding</source>
<translation>die Passwörter in {path} sind nicht in UTF-8; die Datei in dieser Kodierung speichern</translation>
</message>
<message>
<source>the pattern at character {character} is longer than the {limit} letters that a word may have; shorten it</source>
<translation>das Muster an Stelle {character} ist länger als die {limit} Buchstaben, die ein Wort haben darf; kürzen Sie es</translation>
</message>
<message>
<source>the pattern at character {character} is one too many: {limit:,} fit into one query</source>
<translation>das Muster an Stelle {character} ist eines zu viel: {limit:,} passen in eine Anfrage</translation>
</message>
<message>
<source>the period from {first} to {last} has no day; let it begin before it ends</source>
<translation>der Zeitraum vom {first} bis zum {last} hat keinen Tag; ihn vor seinem Ende beginnen lassen</translation>
</message>
<message>
<source>the preamble is not compared: one of the two texts has none</source>
<translation>die Präambel wird nicht verglichen: einem der beiden Texte fehlt sie</translation>
</message>
<message>
<source>the published library at {place} cannot be reached or is incomplete ({reason}); check the storage and ask again</source>
<translation>die veröffentlichte Bibliothek in {place} ist nicht erreichbar oder unvollständig ({reason}); prüfen Sie den Speicher und versuchen Sie es erneut</translation>
</message>
<message>
<source>the query contains no word; type one, such as consent</source>
<translation>die Suche enthält kein Wort; eines eingeben, etwa Einwilligung</translation>
</message>
<message>
<source>the query is longer than {limit:,} characters; shorten it, or look for texts like a whole one with lexdesk similar</source>
<translation>die Anfrage ist länger als {limit:,} Zeichen; kürzen Sie sie oder suchen Sie mit lexdesk similar nach Texten, die einem ganzen gleichen</translation>
</message>
<message>
<source>the query names several times; ask for each provision by itself</source>
<translation>die Suche nennt mehrere Zeitpunkte; suchen Sie jede Vorschrift einzeln</translation>
</message>
<message>
<source>the query names the amendments by {act}; this text dates from {day}, before them</source>
<translation>die Anfrage nennt die Änderungen durch {act}; dieser Text ist vom {day}, vor diesen</translation>
</message>
<message>
<source>the query names the amendments by {act}; whether this text has them is not known</source>
<translation>die Anfrage nennt die Änderungen durch {act}; ob dieser Text sie enthält, ist nicht bekannt</translation>
</message>
<message>
<source>the query only excludes words, at character {character}; add a word to find</source>
<translation>die Suche sagt ab Stelle {character} nur, was wegzulassen ist; ein Wort ergänzen, das zu finden ist</translation>
</message>
<message>
<source>the quotation mark at character {character} is not closed; add one at the end</source>
<translation>das Anführungszeichen an Stelle {character} ist nicht geschlossen; am Ende eines ergänzen</translation>
</message>
<message>
<source>the quotation marks at character {character} hold no word; remove them</source>
<translation>zwischen den Anführungszeichen an Stelle {character} steht kein Wort; sie entfernen</translation>
</message>
<message>
<source>the rules in {file} cannot be read: {reason}; make the file readable or remove it</source>
<translation>die Regeln in {file} sind nicht lesbar: {reason}; die Datei lesbar machen oder entfernen</translation>
</message>
<message>
<source>the rules in {path} are not read, since it is not a regular file; put a file with the rules in its place, or remove it</source>
<translation>die Regeln in {path} werden nicht gelesen, da dort keine gewöhnliche Datei liegt; ersetzen Sie sie durch eine Datei mit den Regeln oder entfernen Sie sie</translation>
</message>
<message>
<source>the semantic index is {percent} % complete; passages outside it are found by their words alone</source>
<translation>der semantische Index ist zu {percent} % fertig; übrige Passagen werden nur über Wörter gefunden</translation>
</message>
<message>
<source>the span has neither a beginning nor an end</source>
<translation>der Zeitraum hat weder Anfang noch Ende</translation>
</message>
<message>
<source>the text from {day} on has this provision no more</source>
<translation>die Fassung ab {day} enthält diese Bestimmung nicht mehr</translation>
</message>
<message>
<source>the text of this day in the library lacks {pin_cite} {name}; shown is that of {first} to {last}</source>
<translation>{pin_cite} {name} fehlt im Text der Bibliothek für diesen Tag; gezeigt wird der vom {first} bis {last}</translation>
</message>
<message>
<source>the text of {begin}, the last in the library up to {day}, leaves out the annexes; the library has {name} {spans}</source>
<translation>die Fassung vom {begin}, die letzte in der Bibliothek bis zum {day}, enthält die Anhänge nicht; {name} hat die Bibliothek {spans}</translation>
</message>
<message>
<source>the text of {name} on {day} is not in the library; the version of {known} does not have it, and the act has changed since</source>
<translation>die Fassung von {name} vom {day} ist nicht in der Bibliothek; die Fassung vom {known} enthält die Vorschrift nicht, und der Rechtsakt wurde seither geändert</translation>
</message>
<message>
<source>the text of {work} on {day} is not known: the first text in the library is of {first}</source>
<translation>der Wortlaut von {work} am {day} ist nicht bekannt: der erste Text hier ist vom {first}, das Werk ist älter</translation>
</message>
<message>
<source>the trust in {name} could not be stored in {path} ({reason})</source>
<translation>die Freigabe von {name} konnte nicht in {path} gespeichert werden ({reason})</translation>
</message>
<message>
<source>the two texts come from files of different formats; changes of print may be shown as changes of words</source>
<translation>die beiden Texte stammen aus Dateien verschiedener Formate; Unterschiede im Druck können als Änderungen erscheinen</translation>
</message>
<message>
<source>the vector index has other arrays than its manifest says; run: lexdesk rebuild</source>
<translation>der Vektorindex hat andere Felder, als sein Manifest nennt; ausführen: lexdesk rebuild</translation>
</message>
<message>
<source>the vector index {path} has impossible lists; run: lexdesk rebuild</source>
<translation>der Vektorindex {path} hat Listen, die es nicht geben kann; ausführen: lexdesk rebuild</translation>
</message>
<message>
<source>the vector index {path} is damaged: {reason}; run: lexdesk rebuild</source>
<translation>der Vektorindex {path} ist beschädigt: {reason}; neu herstellen mit: lexdesk rebuild</translation>
</message>
<message>
<source>the vector index {path} names impossible passages; run: lexdesk rebuild</source>
<translation>der Vektorindex {path} nennt Textstellen, die es nicht geben kann; ausführen: lexdesk rebuild</translation>
</message>
<message>
<source>the vectors have {dimensions} dimensions, OpenSearch takes {limit}; rebuild them with another model: lexdesk rebuild --vectors</source>
<translation>die Vektoren haben {dimensions} Dimensionen, OpenSearch nimmt {limit}; mit einem anderen Modell neu erstellen: lexdesk rebuild --vectors</translation>
</message>
<message>
<source>the vectors in {path} were made by the model {name} ({fingerprint}), but {installed} ({installed_fingerprint}) is installed; rebuild them with: lexdesk rebuild --vectors</source>
<translation>die Vektoren in {path} stammen vom Modell {name} ({fingerprint}), da ist {installed} ({installed_fingerprint}); neu machen mit: lexdesk rebuild --vectors</translation>
</message>
<message>
<source>the word at character {character} is one too many: {limit:,} fit into one query</source>
<translation>das Wort an Stelle {character} ist eines zu viel: {limit:,} passen in eine Anfrage</translation>
</message>
<message>
<source>the words from character {character} on are too many side by side where one is a pattern such as supervis*: with the connectors {limit} fit into one query</source>
<translation>ab Stelle {character} stehen zu viele Wörter nebeneinander, von denen eines ein Muster wie Aufsicht* ist: mit den Abstandsoperatoren passen {limit} in eine Suche</translation>
</message>
<message>
<source>the words near each other at character {character} are in too many places to look at all of them; type longer beginnings of words, fewer connectors or a shorter reach</source>
<translation>die nahe beieinander gesuchten Wörter an Stelle {character} kommen an zu vielen Stellen vor, um alle zu prüfen; schreiben Sie längere Wortanfänge, weniger Verknüpfungen oder eine kürzere Entfernung</translation>
</message>
<message>
<source>the {sign} at character {character} needs the beginning of one word before it, as in supervis*</source>
<translation>vor {sign} an Stelle {character} muss der Anfang eines Wortes stehen, wie in Aufsicht*</translation>
</message>
<message>
<source>the ~ at character {character} needs one whole word before it, as in supervison~1</source>
<translation>vor ~ an Stelle {character} muss ein ganzes Wort stehen, wie in Aufsischt~1</translation>
</message>
<message>
<source>the ~{distance} at character {character} allows no such number of wrong letters; it is ~1 or ~2</source>
<translation>~{distance} an Stelle {character} erlaubt zu viele falsche Buchstaben; möglich sind ~1 und ~2</translation>
</message>
<message>
<source>the ~{distance} at character {character} stands behind a quotation; write the distance between the words, as in notice w/{distance} termination</source>
<translation>~{distance} bei Zeichen {character} steht hinter einem Zitat; schreiben Sie den Abstand zwischen die Wörter, wie in Kündigung w/{distance} Frist</translation>
</message>
<message>
<source>there is no collection folder {path}; check the path</source>
<translation>den Sammlungsordner {path} gibt es nicht; prüfen Sie den Pfad</translation>
</message>
<message>
<source>there is no collection {name!r} that {reader} may open</source>
<translation>eine Sammlung {name!r}, die {reader} öffnen darf, gibt es nicht</translation>
</message>
<message>
<source>there is no day {text}</source>
<translation>den Tag {text} gibt es nicht</translation>
</message>
<message>
<source>there is no file {query}, and {reason}</source>
<translation>es gibt keine Datei {query}, und {reason}</translation>
</message>
<message>
<source>there is no folder {folder} for the run file; make it first</source>
<translation>den Ordner {folder} für die Run-Datei gibt es nicht; legen Sie ihn zuerst an</translation>
</message>
<message>
<source>there is no judgement to measure by; write some for these queries</source>
<translation>es gibt keine Bewertung zum Messen; schreiben Sie einige für diese Anfragen</translation>
</message>
<message>
<source>there is no language {code!r}; known are {known}, and auto to detect it</source>
<translation>eine Sprache {code!r} gibt es nicht; bekannt sind {known}, und auto, um sie zu erkennen</translation>
</message>
<message>
<source>there is no library in {folder}</source>
<translation>in {folder} ist keine Bibliothek</translation>
</message>
<message>
<source>there is no model, so paragraphs were compared by their words</source>
<translation>es ist kein Modell da; Absätze wurden nach ihren Wörtern verglichen</translation>
</message>
<message>
<source>there is no month {text}</source>
<translation>den Monat {text} gibt es nicht</translation>
</message>
<message>
<source>there is no search mode {mode!r}; the modes are {known}</source>
<translation>einen Suchmodus {mode!r} gibt es nicht; die Modi sind {known}</translation>
</message>
<message>
<source>there is no year 0000</source>
<translation>ein Jahr 0000 gibt es nicht</translation>
</message>
<message>
<source>there is not enough memory for this; close other programs, or raise the limit (ulimit -v), and run the same command again; acknowledged documents are kept</source>
<translation>der Arbeitsspeicher reicht nicht; schließen Sie andere Programme oder heben Sie die Grenze an (ulimit -v) und führen Sie denselben Befehl erneut aus; Bestätigtes ist nicht verloren</translation>
</message>
<message>
<source>there is not enough memory, or too many threads are running</source>
<translation>der Arbeitsspeicher reicht nicht, oder es laufen zu viele Threads</translation>
</message>
<message>
<source>this file could not be read, and the reason is not known; add it again.</source>
<translation>diese Datei konnte nicht gelesen werden, der Grund ist nicht bekannt; die Datei noch einmal hinzufügen.</translation>
</message>
<message>
<source>this folder was lost while it was read; try again once its disk is back; what the library has of it is kept</source>
<translation>dieser Ordner ging beim Lesen verloren; noch einmal versuchen, sobald sein Datenträger wieder da ist; was die Bibliothek davon hat, bleibt erhalten</translation>
</message>
<message>
<source>this program comes without it: use an installation from source with the extra {extra}</source>
<translation>diesem Programm fehlt das: eine Installation aus dem Quelltext mit dem Zusatz {extra} verwenden</translation>
</message>
<message>
<source>this provision was repealed; its last text was valid until {known}</source>
<translation>diese Vorschrift wurde aufgehoben; ihre letzte Fassung galt bis {known}</translation>
</message>
<message>
<source>this text dates from {first}</source>
<translation>dieser Text ist vom {first}</translation>
</message>
<message>
<source>this text held to {last}</source>
<translation>dieser Text galt bis {last}</translation>
</message>
<message>
<source>this text says that it includes the amendments by {act}, named in the query</source>
<translation>dieser Text enthält nach eigener Angabe die Änderungen durch {act}, die die Anfrage nennt</translation>
</message>
<message>
<source>unable to open database file</source>
<translation>die Datenbankdatei lässt sich nicht öffnen</translation>
</message>
<message>
<source>unknown field {field}: at character {character} (known: {known}); quote it to search for it as text</source>
<translation>unbekanntes Feld {field}: an Stelle {character} (bekannt: {known}); in Anführungszeichen wird es als Text gesucht</translation>
</message>
<message>
<source>unknown measure {name}; examples are: {known}</source>
<translation>unbekanntes Maß {name}; bekannt sind zum Beispiel: {known}</translation>
</message>
<message>
<source>unpack it and add what is inside</source>
<translation>entpacken und den Inhalt hinzufügen</translation>
</message>
<message>
<source>wait for the other program that uses it</source>
<translation>auf das andere Programm warten, das sie benutzt</translation>
</message>
<message>
<source>was in force from {first} to {last}</source>
<translation>war in Kraft von {first} bis {last}</translation>
</message>
<message>
<source>was in force to {last}</source>
<translation>war in Kraft bis {last}</translation>
</message>
<message>
<source>will apply from {first}</source>
<translation>wird gelten ab {first}</translation>
</message>
<message>
<source>will be in force from {first}</source>
<translation>wird in Kraft sein ab {first}</translation>
</message>
<message>
<source>works are listed by words of their names and by filters; a connector is for search</source>
<translation>Werke werden nach Wörtern ihrer Namen und nach Filtern aufgelistet; Verknüpfungen gibt es nur in der Suche</translation>
</message>
<message>
<source>{cited} cites several Acts together; this is the first of them, {name}</source>
<translation>{cited} nennt mehrere Acts zusammen; gezeigt wird der erste, {name}</translation>
</message>
<message>
<source>{cited} is not in this library</source>
<translation>{cited} ist nicht in dieser Bibliothek</translation>
</message>
<message>
<source>{cited} is not in this library, and nothing in it cites it so</source>
<translation>{cited} ist nicht in dieser Bibliothek, und nichts darin zitiert es so</translation>
</message>
<message>
<source>{cited} is not in this library, nor is the law that it is of</source>
<translation>{cited} ist nicht in dieser Bibliothek, ebenso wenig das Gesetz, zu dem es gehört</translation>
</message>
<message>
<source>{cited} is not in this library; it became {name}, which is shown</source>
<translation>{cited} ist nicht in dieser Bibliothek; daraus wurde {name}, was gezeigt wird</translation>
</message>
<message>
<source>{cited} is not in this library; shown are passages with its words</source>
<translation>{cited} ist nicht in dieser Bibliothek; angezeigt werden Stellen mit diesen Wörtern</translation>
</message>
<message>
<source>{cited} is not in this library; shown are passages with {form}</source>
<translation>{cited} ist nicht in dieser Bibliothek; gezeigt werden Stellen mit {form}</translation>
</message>
<message>
<source>{cited} is not in this library; shown is {name}, of an act that the cited one amends</source>
<translation>{cited} ist nicht in dieser Bibliothek; gezeigt wird {name} aus einem Rechtsakt, den der angegebene ändert</translation>
</message>
<message>
<source>{cited} is not in this library; this is {name}, from which it was taken over</source>
<translation>{cited} ist nicht in dieser Bibliothek; dies ist {name}, woraus es übernommen wurde</translation>
</message>
<message>
<source>{cited} usually means {usual}, which is not in this library; this is {name}</source>
<translation>{cited} meint meist {usual}, das nicht in dieser Bibliothek ist; dies ist {name}</translation>
</message>
<message>
<source>{count:,} passwords were given, and at most {limit} are tried; give those that may fit</source>
<translation>{count:,} Passwörter wurden angegeben, und höchstens {limit} werden versucht; die angeben, die passen können</translation>
</message>
<message>
<source>{count} of the {total} paragraphs of the document were compared, spread evenly; the others may meet a duty, too</source>
<translation>verglichen wurden {count} der {total} Absätze des Dokuments, gleichmäßig verteilt; auch die übrigen können eine Pflicht erfüllen</translation>
</message>
<message>
<source>{damaged} {pictures}</source>
<translation>{damaged} {pictures}</translation>
</message>
<message>
<source>{field}: at character {character} cannot be near a word; put it outside of the brackets</source>
<translation>{field}: an Stelle {character} kann keinem Wort nahe sein; außerhalb der Klammern schreiben</translation>
</message>
<message>
<source>{field}: at character {character} has no date that exists: {reason}</source>
<translation>{field}: an Stelle {character} hat kein Datum, das es gibt: {reason}</translation>
</message>
<message>
<source>{field}: at character {character} needs a value right after it</source>
<translation>auf {field}: an Stelle {character} muss ein Wert folgen</translation>
</message>
<message>
<source>{field}: at character {character} needs a word or a phrase right after it, as in {field}:directive</source>
<translation>auf {field}: an Stelle {character} muss ein Wort oder eine Wortfolge folgen, wie in {field}:Richtlinie</translation>
</message>
<message>
<source>{file} has {what}, so neither its rules nor files are read; shorten it, for example by naming folders</source>
<translation>{file} hat {what}, daher werden die Regeln und alle Dateien darunter nicht gelesen; kürzen Sie die Datei, etwa durch Nennung von Ordnern</translation>
</message>
<message>
<source>{first} and {second}</source>
<translation>{first} und {second}</translation>
</message>
<message>
<source>{first}, {second}</source>
<translation>{first}, {second}</translation>
</message>
<message>
<source>{first}; {second}</source>
<translation>{first}; {second}</translation>
</message>
<message>
<source>{folder} can only be read, and its last changes are still in {log}; run lexdesk status on the original where it can be written, then copy it again</source>
<translation>{folder} kann nur gelesen werden, und die letzten Änderungen stehen noch in {log}; führen Sie lexdesk status auf dem Original aus, wo es beschreibbar ist, und kopieren Sie es dann erneut</translation>
</message>
<message>
<source>{folder} can only be read, as its disk is full; free some space on that disk, and open it again</source>
<translation>{folder} kann nur gelesen werden, da der Datenträger voll ist; schaffen Sie Platz und öffnen Sie die Bibliothek neu</translation>
</message>
<message>
<source>{folder} can only be read, as its folder or its disk cannot be written; make a copy that can be with: lexdesk backup -L {folder} NEWFOLDER</source>
<translation>{folder} kann nur gelesen werden, da in ihren Ordner oder auf ihren Datenträger nicht geschrieben werden kann; eine Kopie, in die geschrieben werden kann, macht: lexdesk backup -L {folder} NEUERORDNER</translation>
</message>
<message>
<source>{folder} contains other files; name a new or empty folder</source>
<translation>{folder} enthält anderes; einen neuen oder leeren Ordner wählen</translation>
</message>
<message>
<source>{folder} contains other files; name a new or empty folder for the library</source>
<translation>{folder} enthält anderes; für die Bibliothek einen neuen oder leeren Ordner wählen</translation>
</message>
<message>
<source>{folder} contains other files; name a new or empty folder, or one that the library was published in</source>
<translation>{folder} enthält anderes; nennen Sie einen neuen oder leeren Ordner oder den einer früheren Veröffentlichung der Bibliothek</translation>
</message>
<message>
<source>{folder} does not exist; name an existing folder</source>
<translation>den Ordner {folder} gibt es nicht; nennen Sie einen vorhandenen</translation>
</message>
<message>
<source>{folder} has an earlier library format and cannot be written, so it is not migrated to format {format}; copy the folder to a writable disk and open it there</source>
<translation>{folder} hat ein früheres Bibliotheksformat und kann nur gelesen werden, also nicht in das Format {format} überführt werden; kopieren Sie den Ordner auf einen Datenträger, auf den geschrieben werden kann, und öffnen Sie sie dort</translation>
</message>
<message>
<source>{folder} has an earlier library format, which only commands that write migrate to format {format}; run lexdesk rebuild -L {folder}, which keeps a copy</source>
<translation>{folder} hat ein früheres Bibliotheksformat; nur Befehle, die schreiben, überführen es in das Format {format}: führen Sie lexdesk rebuild -L {folder} aus, das eine Kopie behält</translation>
</message>
<message>
<source>{folder} has no {stem}.jsonl or {stem}.jsonl.gz; a collection in BEIR layout is needed</source>
<translation>{folder} hat keine Datei {stem}.jsonl oder {stem}.jsonl.gz; verlangt ist eine Sammlung im BEIR-Format</translation>
</message>
<message>
<source>{folder} holds a model for {task}; {needed} is needed</source>
<translation>{folder} enthält ein Modell für {task}; gebraucht wird {needed}</translation>
</message>
<message>
<source>{folder} holds a part of what was being written when that was killed; remove that folder, or name another that is new or empty</source>
<translation>{folder} enthält einen Teil dessen, was bei einem Abbruch gerade geschrieben wurde; den Ordner entfernen oder einen anderen nennen, der neu oder leer ist</translation>
</message>
<message>
<source>{folder} holds a published library; read it with: -L lance://{place}</source>
<translation>{folder} enthält eine veröffentlichte Bibliothek; lesen mit: -L lance://{place}</translation>
</message>
<message>
<source>{folder} holds another library than the one that was opened there; open it again</source>
<translation>in {folder} ist eine andere Bibliothek als die, die dort geöffnet wurde; neu öffnen</translation>
</message>
<message>
<source>{folder} holds no library; create one with: lexdesk add -L {folder} FOLDER</source>
<translation>in {folder} ist keine Bibliothek; angelegt wird sie mit: lexdesk add -L {folder} ORDNER</translation>
</message>
<message>
<source>{folder} holds no {manifest}, so it is not a model folder</source>
<translation>{folder} enthält kein {manifest} und ist damit kein Modellordner</translation>
</message>
<message>
<source>{folder} holds the library from before another restoration; move it away or delete it first</source>
<translation>{folder} enthält die Bibliothek, wie sie vor einer früheren Wiederherstellung war; verschieben oder löschen Sie den Ordner zuerst</translation>
</message>
<message>
<source>{folder} no longer exists: the library was moved or removed; open it at its new place</source>
<translation>{folder} ist nicht mehr da: die Bibliothek wurde verschoben oder entfernt; sie am neuen Ort öffnen</translation>
</message>
<message>
<source>{folder} was written to since it was opened; open it again</source>
<translation>In {folder} wurde geschrieben, seit sie geöffnet wurde; öffnen Sie sie noch einmal</translation>
</message>
<message>
<source>{former} of {old} correspond to {later} of {new}, according to the correlation table in {annex} of {act}</source>
<translation>{former} von {old} entsprechen {later} von {new}, nach der Entsprechungstabelle in {annex} von {act}</translation>
</message>
<message>
<source>{former} of {old} corresponds to {later} of {new}, according to the correlation table in {annex} of {act}</source>
<translation>{former} von {old} entspricht {later} von {new}, nach der Entsprechungstabelle in {annex} von {act}</translation>
</message>
<message>
<source>{journal} names another file, which SQLite would delete; Lexdesk writes no such journal: ask the author of the library for a new copy</source>
<translation>{journal} nennt eine andere Datei, die SQLite löschen würde; Lexdesk schreibt kein solches Journal: die Bibliothek neu beschaffen</translation>
</message>
<message>
<source>{library} has nothing of {path}; lexdesk status lists its folders</source>
<translation>{library} enthält nichts aus {path}; lexdesk status nennt die Ordner</translation>
</message>
<message>
<source>{library} is being written by another program; wait, or stop that program</source>
<translation>in {library} schreibt gerade ein anderes Programm; warten oder dieses Programm beenden</translation>
</message>
<message>
<source>{library} is being written by {holder}; wait, or stop that program</source>
<translation>in {library} schreibt gerade {holder}; warten, oder dieses Programm beenden</translation>
</message>
<message>
<source>{library} is being written by {holder}; wait, or stop that program; if it is gone, remove {claim}</source>
<translation>in {library} schreibt {holder}; warten Sie oder beenden Sie das Programm; läuft es nicht mehr, entfernen Sie {claim}</translation>
</message>
<message>
<source>{library} is encrypted, and so is every backup of it; leave out --encrypt</source>
<translation>{library} ist verschlüsselt und jede Sicherung davon auch; lassen Sie --encrypt weg</translation>
</message>
<message>
<source>{library} is encrypted; give its passphrase</source>
<translation>{library} ist verschlüsselt; das Kennwort eingeben</translation>
</message>
<message>
<source>{library} is encrypted; open its notes by Library.workbook()</source>
<translation>{library} ist verschlüsselt; die Notizen werden mit Library.workbook() geöffnet</translation>
</message>
<message>
<source>{library} is not encrypted; make an encrypted copy of it with: lexdesk backup -L {library} --encrypt FOLDER</source>
<translation>{library} ist nicht verschlüsselt; eine verschlüsselte Kopie entsteht mit: lexdesk backup -L {library} --encrypt ORDNER</translation>
</message>
<message>
<source>{name!r} is unknown; choose one of {known}</source>
<translation>{name!r} ist keines von {known}</translation>
</message>
<message>
<source>{name} at {place} has more than {limit} MB, too many for a publication; publish the library again</source>
<translation>{name} in {place} hat mehr als {limit} MB, wie keine Veröffentlichung; die Bibliothek neu veröffentlichen</translation>
</message>
<message>
<source>{name} at {place} is not as published; publish the library again</source>
<translation>{name} in {place} ist nicht mehr wie veröffentlicht; die Bibliothek neu veröffentlichen</translation>
</message>
<message>
<source>{name} cannot be opened ({reason}); check that it exists and that you may read it.</source>
<translation>{name} lässt sich nicht öffnen ({reason}); prüfen, ob es die Datei gibt und ob sie gelesen werden darf.</translation>
</message>
<message>
<source>{name} crashed its parser ({reason}) and was skipped; save it again in the program that made it.</source>
<translation>an {name} stürzte das Lesen ab ({reason}), die Datei wurde weggelassen; ist sie wichtig, in dem Programm neu speichern, aus dem sie stammt.</translation>
</message>
<message>
<source>{name} declares XML entities, which can be used for attacks and which legal publications do not need; remove the declaration to have it read.</source>
<translation>{name} vereinbart XML-Entitäten, die zu Angriffen dienen können und die kein Gesetzestext braucht; ohne die Vereinbarung wird die Datei gelesen.</translation>
</message>
<message>
<source>{name} describes the publication of {described} and holds no text of its own; skipping it loses nothing.</source>
<translation>{name} beschreibt die Veröffentlichung von {described} und enthält selbst keinen Text; ohne die Datei fehlt nichts.</translation>
</message>
<message>
<source>{name} does not follow on the version held; add the repository again.</source>
<translation>{name} schließt nicht an die vorhandene Fassung an; das Repository erneut hinzufügen.</translation>
</message>
<message>
<source>{name} ends in the middle, without &lt;/html&gt;, so that provisions are missing; download it again.</source>
<translation>{name} bricht in der Mitte ab, ohne &lt;/html&gt;, sodass Vorschriften fehlen; neu herunterladen.</translation>
</message>
<message>
<source>{name} follows on commit {commit}, which no repository beside it or in the library has; add the bundle before it, or a whole one (git bundle create FILE --all).</source>
<translation>{name} setzt auf Commit {commit} auf, den kein Repository daneben oder in der Bibliothek hat; das frühere Bundle hinzufügen oder ein vollständiges (git bundle create DATEI --all).</translation>
</message>
<message>
<source>{name} has a path at {anchor} that is not a list; unpack it again.</source>
<translation>{name} hat bei {anchor} einen Pfad, der keine Liste ist; neu entpacken.</translation>
</message>
<message>
<source>{name} has more than {limit:,} scanned pages, which would take hours; split it into smaller files.</source>
<translation>{name} hat mehr als {limit:,} gescannte Seiten, was Stunden dauern würde; in kleinere Dateien teilen.</translation>
</message>
<message>
<source>{name} has no abbreviation of a statute (&lt;jurabk&gt;); download it again from gesetze-im-internet.de.</source>
<translation>{name} nennt keine Abkürzung eines Gesetzes (&lt;jurabk&gt;); neu von gesetze-im-internet.de herunterladen.</translation>
</message>
<message>
<source>{name} has no court or no docket number (&lt;gertyp&gt;, &lt;aktenzeichen&gt;); download it again from rechtsprechung-im-internet.de.</source>
<translation>{name} nennt kein Gericht oder kein Aktenzeichen (&lt;gertyp&gt;, &lt;aktenzeichen&gt;); neu von rechtsprechung-im-internet.de herunterladen.</translation>
</message>
<message>
<source>{name} has no list of provisions, so no text; unpack it again.</source>
<translation>{name} hat keine Liste von Vorschriften, also keinen Text; neu entpacken.</translation>
</message>
<message>
<source>{name} has no {key}, and is not a version of a work; unpack it again.</source>
<translation>{name} hat kein {key} und ist damit keine Fassung eines Werks; neu entpacken.</translation>
</message>
<message>
<source>{name} has the anchor {anchor!r} twice or in a wrong place; unpack it again.</source>
<translation>{name} hat die Marke {anchor!r} doppelt oder falsch; neu entpacken.</translation>
</message>
<message>
<source>{name} has the lex_id {lex_id!r}, which names no work and version; unpack it again.</source>
<translation>{name} hat die lex_id {lex_id!r}, die kein Werk und keine Fassung nennt; neu entpacken.</translation>
</message>
<message>
<source>{name} has the schema {found!r}, Lexdesk reads {supported}; install a later Lexdesk.</source>
<translation>{name} hat das Schema {found!r}, Lexdesk liest {supported}; ein neueres Lexdesk installieren.</translation>
</message>
<message>
<source>{name} has the versions 1 to {last}, not {number}; lexdesk history lists them</source>
<translation>{name} hat die Fassungen 1 bis {last}, nicht {number}</translation>
</message>
<message>
<source>{name} has {size:.0f} GB or more; the limit of archives is {limit:.0f} GB; split it, or unpack it and add what is inside.</source>
<translation>{name} hat {size:.0f} GB oder mehr, gelesen werden bei einem Archiv {limit:.0f} GB; das Archiv teilen oder entpacken und den Inhalt hinzufügen.</translation>
</message>
<message>
<source>{name} has {size:.0f} MB or more; the limit is {limit:.0f} MB; split it into smaller files.</source>
<translation>{name} hat {size:.0f} MB oder mehr, gelesen werden {limit:.0f} MB; in kleinere Dateien teilen.</translation>
</message>
<message>
<source>{name} has {value!r} as {key} instead of text; unpack it again.</source>
<translation>{name} hat {value!r} als {key}, was kein Text ist; neu entpacken.</translation>
</message>
<message>
<source>{name} holds a text of more than {limit:.0f} MB, longer than any law; it was skipped.</source>
<translation>{name} enthält einen Text von mehr als {limit:.0f} MB, länger als jedes Gesetz; die Datei wurde übersprungen.</translation>
</message>
<message>
<source>{name} holds files that name a place outside of it, so it was skipped; unpack it with care and add what is inside.</source>
<translation>{name} enthält Dateien, die einen Ort außerhalb nennen, und wurde weggelassen; mit Vorsicht entpacken und den Inhalt hinzufügen.</translation>
</message>
<message>
<source>{name} holds more than {limit:,} characters of text; split it into smaller files.</source>
<translation>{name} enthält mehr als {limit:,} Zeichen Text; in kleinere Dateien teilen.</translation>
</message>
<message>
<source>{name} holds more than {limit:,} files; the first {limit:,} were read, split it for the rest.</source>
<translation>{name} enthält mehr als {limit:,} Dateien; gelesen wurden die ersten {limit:,}, für die übrigen ist es zu teilen.</translation>
</message>
<message>
<source>{name} holds no law in Markdown with front matter (identifier, title); add its files instead.</source>
<translation>{name} enthält kein Gesetz in Markdown mit Kopfdaten (identifier, title); stattdessen die einzelnen Dateien hinzufügen.</translation>
</message>
<message>
<source>{name} holds no text; there is nothing to search in it.</source>
<translation>{name} enthält keinen Text; zu suchen gibt es darin nichts.</translation>
</message>
<message>
<source>{name} holds other files and no text of its own; add it to a library.</source>
<translation>{name} enthält andere Dateien und selbst keinen Text; einer Bibliothek hinzufügen.</translation>
</message>
<message>
<source>{name} holds {limit} documents that crashed or blocked the parser; the rest of the file was skipped.</source>
<translation>{name} enthält {limit} Dokumente, an denen das Lesen abstürzte oder hängen blieb; was danach kommt, wurde weggelassen.</translation>
</message>
<message>
<source>{name} is Akoma Ntoso without a document or its metadata; export it again.</source>
<translation>{name} ist Akoma Ntoso ohne Dokument oder ohne dessen Metadaten; neu ausgeben.</translation>
</message>
<message>
<source>{name} is a Formex file without a CONS.DOC: no text in it.</source>
<translation>{name} ist eine Formex-Datei ohne CONS.DOC: Text ist darin keiner.</translation>
</message>
<message>
<source>{name} is a damaged picture; open it in the program that made it, save it again and add that.</source>
<translation>{name} ist ein beschädigtes Bild; im Programm öffnen, aus dem es stammt, neu speichern und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is a form that only Adobe Acrobat and Reader display (XFA); print it to a PDF there and add that.</source>
<translation>{name} ist ein Formular, das nur Acrobat und Reader von Adobe anzeigen (XFA); dort als PDF drucken und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is a git bundle inside another file; take it out of there and add it.</source>
<translation>{name} ist ein Git-Bundle in einer anderen Datei; dort herausnehmen und hinzufügen.</translation>
</message>
<message>
<source>{name} is a legislation.gov.uk file without primary or secondary legislation in it; download the version of the whole act.</source>
<translation>{name} ist eine Datei von legislation.gov.uk ohne Gesetz oder Verordnung; die Fassung des ganzen Gesetzes herunterladen.</translation>
</message>
<message>
<source>{name} is a picture in which no text was found.</source>
<translation>{name} ist ein Bild, in dem kein Text gefunden wurde.</translation>
</message>
<message>
<source>{name} is a picture of {width:,} x {height:,} points, or of more than {limit:,} pages, more than Lexdesk reads; save it smaller and add that.</source>
<translation>{name} ist ein Bild von {width:,} x {height:,} Punkten oder mehr als {limit:,} Seiten, was mehr ist, als gelesen wird; kleiner speichern und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is a signature or a certificate alone; add the file that it belongs to.</source>
<translation>{name} ist nur eine Signatur oder ein Zertifikat; die Datei hinzufügen, zu der sie gehört.</translation>
</message>
<message>
<source>{name} is an HTML page without a body: no text in it.</source>
<translation>{name} ist eine HTML-Seite ohne Inhalt: Text ist darin keiner.</translation>
</message>
<message>
<source>{name} is an object in a document or message, which only its own program opens; save it from there.</source>
<translation>{name} ist ein Objekt in einem Dokument oder einer Nachricht, das nur sein eigenes Programm öffnet; von dort aus speichern.</translation>
</message>
<message>
<source>{name} is an old Office file of a kind that Lexdesk does not know; save it as PDF or DOCX and add that.</source>
<translation>{name} ist eine alte Office-Datei, deren Art Lexdesk nicht kennt; als PDF oder DOCX speichern und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is another name of {other}, which is not in the archive; pack both again.</source>
<translation>{name} ist ein anderer Name von {other}; diese Datei fehlt im Archiv; beide noch einmal packen.</translation>
</message>
<message>
<source>{name} is another name of {other}, which was read; to have both, unpack the archive and add what is inside.</source>
<translation>{name} ist ein anderer Name von {other}; diese Datei wurde gelesen; um beide zu haben, das Archiv entpacken und den Inhalt hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged and cannot be read to its end ({reason}); make or download it again.</source>
<translation>{name} ist beschädigt und lässt sich nicht bis zum Ende lesen ({reason}); neu erstellen oder herunterladen.</translation>
</message>
<message>
<source>{name} is damaged and cannot be unpacked to its end ({reason}); copy or download it again.</source>
<translation>{name} ist beschädigt und lässt sich nicht bis zum Ende entpacken ({reason}); neu kopieren oder herunterladen.</translation>
</message>
<message>
<source>{name} is damaged in its archive ({reason}); copy it again.</source>
<translation>{name} ist in seinem Archiv beschädigt ({reason}); neu kopieren.</translation>
</message>
<message>
<source>{name} is damaged or not a real {kind}; open it in the program that made it, save it again and add that.</source>
<translation>{name} ist beschädigt oder nicht, was es zu sein scheint ({kind}); im Programm öffnen, aus dem die Datei stammt, neu speichern und diese hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged or not really a PDF; open it in the program that made it, save it again and add that.</source>
<translation>{name} ist beschädigt oder kein richtiges PDF; im Programm öffnen, aus dem es stammt, neu speichern und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged or not really an EPUB book; open it in the program that made it, save it again and add that.</source>
<translation>{name} ist beschädigt oder eigentlich kein EPUB-Buch; im Programm öffnen, mit dem es erstellt wurde, neu speichern und das hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged or not really an OpenDocument presentation; open it in the program that made it, save it again and add that.</source>
<translation>{name} ist beschädigt oder eigentlich keine OpenDocument-Präsentation; im Programm öffnen, mit dem sie erstellt wurde, neu speichern und das hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged or not really an Outlook message; open it in Outlook, save it again and add that.</source>
<translation>{name} ist beschädigt oder keine richtige Outlook-Nachricht; in Outlook öffnen, neu speichern und diese hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged or packed by a method that Lexdesk does not know ({reason}); unpack it and add what is inside.</source>
<translation>{name} ist beschädigt oder auf eine Weise gepackt, die Lexdesk nicht kennt ({reason}); entpacken und den Inhalt hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged, and not all that is attached could be read ({reason}); save it again and add that.</source>
<translation>{name} ist beschädigt, und nicht alles Angehängte war lesbar ({reason}); neu speichern und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is damaged: it begins like an office document or archive and does not end like one; copy or download it again.</source>
<translation>{name} ist beschädigt: der Anfang ist der eines Office-Dokuments oder Archivs, das Ende nicht; neu kopieren oder herunterladen.</translation>
</message>
<message>
<source>{name} is damaged: its UTF-8 breaks off at byte {byte:,}; download or export it again.</source>
<translation>{name} ist beschädigt: das UTF-8 bricht bei Byte {byte:,} ab; neu herunterladen oder ausgeben.</translation>
</message>
<message>
<source>{name} is damaged: the text of {anchor} has not the SHA-256 that is stated; unpack it again.</source>
<translation>{name} ist beschädigt: der Text von {anchor} hat nicht die angegebene SHA-256; neu entpacken.</translation>
</message>
<message>
<source>{name} is damaged: what was read of it contradicts itself.</source>
<translation>{name} ist beschädigt: was sich lesen ließ, widerspricht sich.</translation>
</message>
<message>
<source>{name} is empty (0 bytes); there is nothing to read.</source>
<translation>{name} ist leer (0 Bytes); zu lesen gibt es nichts.</translation>
</message>
<message>
<source>{name} is empty or damaged in {pdf}; open that in a PDF program, save {name} from it and add that.</source>
<translation>{name} ist in {pdf} leer oder beschädigt; diese in einem PDF-Programm öffnen, {name} daraus speichern und hinzufügen.</translation>
</message>
<message>
<source>{name} is encrypted for those who have the key; open it in the program that has it, save what it holds and add that.</source>
<translation>{name} ist für die verschlüsselt, die den Schlüssel haben; im Programm öffnen, das ihn hat, den Inhalt speichern und den hinzufügen.</translation>
</message>
<message>
<source>{name} is named .pdf but is not a PDF; download or export it again.</source>
<translation>{name} heißt .pdf und ist kein PDF; neu herunterladen oder ausgeben.</translation>
</message>
<message>
<source>{name} is nested more deeply than any real document; it was skipped.</source>
<translation>{name} ist tiefer verschachtelt als jedes wirkliche Dokument und wurde weggelassen.</translation>
</message>
<message>
<source>{name} is not a regular file and holds no document.</source>
<translation>{name} ist keine gewöhnliche Datei, also kein Dokument.</translation>
</message>
<message>
<source>{name} is not in the text of {begin}, the last in the library up to {day}; the library has it {spans}</source>
<translation>{name} steht nicht in der Fassung vom {begin}, der letzten in der Bibliothek bis zum {day}; die Bibliothek hat die Vorschrift {spans}</translation>
</message>
<message>
<source>{name} is not valid HTML; download it again.</source>
<translation>{name} ist kein HTML, das sich bis zum Ende lesen lässt; neu herunterladen.</translation>
</message>
<message>
<source>{name} is not valid JSON ({reason}); unpack it again.</source>
<translation>{name} ist kein lesbares JSON ({reason}); neu entpacken.</translation>
</message>
<message>
<source>{name} is not well-formed XML ({reason}); download or export it again.</source>
<translation>{name} ist kein wohlgeformtes XML ({reason}); neu herunterladen oder ausgeben.</translation>
</message>
<message>
<source>{name} is of a kind that Lexdesk does not know; save it as PDF, DOCX or text and add that.</source>
<translation>{name} ist von einer Art, die Lexdesk nicht kennt; als PDF, DOCX oder Text speichern und dieses hinzufügen.</translation>
</message>
<message>
<source>{name} is packed by a method that Lexdesk does not know; unpack it and add it.</source>
<translation>{name} ist auf eine Weise gepackt, die Lexdesk nicht kennt; entpacken und hinzufügen.</translation>
</message>
<message>
<source>{name} is protected by a password in a way that Lexdesk does not know, or is damaged; save a copy without one and add that.</source>
<translation>{name} ist auf eine Weise mit einem Passwort geschützt, die Lexdesk nicht kennt, oder beschädigt; eine Kopie ohne Passwort speichern und hinzufügen.</translation>
</message>
<message>
<source>{name} is protected by a password, and none of the {tried} that were tried opens it; check them and give the right one with lexdesk add --passwords FILE.</source>
<translation>{name} ist mit einem Passwort geschützt, und keines der {tried} versuchten öffnet die Datei; sie prüfen und das richtige mit lexdesk add --passwords FILE angeben.</translation>
</message>
<message>
<source>{name} is protected by a password, and the one that was tried does not open it; check it and give the right one with lexdesk add --passwords FILE.</source>
<translation>{name} ist mit einem Passwort geschützt, und das versuchte öffnet die Datei nicht; es prüfen und das richtige mit lexdesk add --passwords FILE angeben.</translation>
</message>
<message>
<source>{name} is protected by a password; give it with lexdesk add --passwords FILE, or save a copy without one and add that.</source>
<translation>{name} ist mit einem Passwort geschützt; es mit lexdesk add --passwords FILE angeben, oder eine Kopie ohne Passwort speichern und hinzufügen.</translation>
</message>
<message>
<source>{name} is protected by a password; save a copy without one and add that.</source>
<translation>{name} ist mit einem Passwort geschützt; eine Kopie ohne Passwort speichern und diese hinzufügen.</translation>
</message>
<message>
<source>{name} is protected by its publisher (DRM), and only its own program opens it; ask for a copy without that.</source>
<translation>{name} ist vom Verlag geschützt (DRM), sodass nur dessen eigenes Programm es öffnet; um eine Kopie ohne diesen Schutz bitten.</translation>
</message>
<message>
<source>{name} is the register beside the dated versions of a work and holds no text of its own; skipping it loses nothing.</source>
<translation>{name} ist das Verzeichnis neben den datierten Fassungen eines Werks und enthält selbst keinen Text; ohne die Datei fehlt nichts.</translation>
</message>
<message>
<source>{name} is {kind}, not a document; if it holds prose, save that as text and add it.</source>
<translation>{name} ist {kind} und kein Dokument; enthält die Datei Prosa, diese als Text speichern und hinzufügen.</translation>
</message>
<message>
<source>{name} is {kind}, which Lexdesk does not read; {advice}.</source>
<translation>{name} ist {kind}, was Lexdesk nicht liest; {advice}.</translation>
</message>
<message>
<source>{name} is {what}, not a document; name the files inside it.</source>
<translation>{name} ist {what} und kein Dokument; die Dateien darin nennen.</translation>
</message>
<message>
<source>{name} is {what}, whose text has to be recognised (OCR); {install}, then add the file again.</source>
<translation>{name} ist {what}; der Text muss erkannt werden (OCR); {install}, dann die Datei noch einmal hinzufügen.</translation>
</message>
<message>
<source>{name} lies in more than {limit} files inside each other, deeper than any real file; it was skipped.</source>
<translation>{name} liegt in mehr als {limit} ineinander liegenden Dateien, wie keine wirkliche Datei, und wurde weggelassen.</translation>
</message>
<message>
<source>{name} made its parser fail ({reason}); the file was skipped.</source>
<translation>{name} konnte wegen eines Fehlers beim Lesen ({reason}) nicht gelesen werden und wurde weggelassen.</translation>
</message>
<message>
<source>{name} names no format to write; end it with one of: {formats}</source>
<translation>{name} nennt kein Format, das geschrieben wird; am Ende muss stehen: {formats}</translation>
</message>
<message>
<source>{name} needs more memory than a parser may use; split it into smaller files.</source>
<translation>{name} braucht mehr Speicher, als dem Lesen zusteht; in kleinere Dateien teilen.</translation>
</message>
<message>
<source>{name} reads vectors of the embedder {embedder}, not of {other} ({fingerprint}); install both together</source>
<translation>{name} liest Vektoren des Modells {embedder}, nicht von {other} ({fingerprint}); beide zusammen installieren</translation>
</message>
<message>
<source>{name} states that it applied from {valid_from} to {valid_to}, which is backwards; unpack it again.</source>
<translation>{name} gibt an, von {valid_from} bis {valid_to} gegolten zu haben, was rückwärts ist; neu entpacken.</translation>
</message>
<message>
<source>{name} states the date {date!r}, which does not exist; download it again.</source>
<translation>{name} nennt das Datum {date!r}, das es nicht gibt; neu herunterladen.</translation>
</message>
<message>
<source>{name} states the date {date!r}, which does not exist; download or export it again.</source>
<translation>{name} nennt das Datum {date!r}, das es nicht gibt; neu herunterladen oder ausgeben.</translation>
</message>
<message>
<source>{name} takes longer than {seconds:g} s to read, all its contents together; what was read stays, the rest was skipped. Split it into smaller files.</source>
<translation>{name} braucht mit allem Inhalt länger als {seconds:g} s zum Lesen; Gelesenes bleibt, der Rest wurde übersprungen. Die Datei in kleinere teilen.</translation>
</message>
<message>
<source>{name} took longer than {seconds:g} s for recognising a page and was skipped; split it or save it as text.</source>
<translation>{name} brauchte für die Texterkennung einer Seite länger als {seconds:g} s und wurde weggelassen; ist die Datei wichtig, sie teilen oder als Text speichern.</translation>
</message>
<message>
<source>{name} took longer than {seconds:g} s to read and was skipped; split it or save it as text.</source>
<translation>{name} brauchte länger als {seconds:g} s zum Lesen und wurde weggelassen; ist die Datei wichtig, sie teilen oder als Text speichern.</translation>
</message>
<message>
<source>{name} unpacks to more than {limit:.0f} GB; what came before was read, split it for the rest.</source>
<translation>{name} wird entpackt größer als {limit:.0f} GB; was davor kam, wurde gelesen, für das Übrige ist es zu teilen.</translation>
</message>
<message>
<source>{name} unpacks to more than {limit:.0f} MB, which a 7z archive may hold; unpack it and add what is inside.</source>
<translation>{name} wird entpackt größer als {limit:.0f} MB, die ein 7z-Archiv haben darf; entpacken und den Inhalt hinzufügen.</translation>
</message>
<message>
<source>{name} unpacks to more than {ratio} times its size (a zip bomb?); what came before was read; unpack it and add what is inside for the rest.</source>
<translation>{name} enthält entpackt mehr als das {ratio}-Fache seiner Größe, wie kein Dokument (eine Zip-Bombe?); das Vorige wurde gelesen, für den Rest entpacken und den Inhalt hinzufügen.</translation>
</message>
<message>
<source>{name} unpacks to more than {ratio} times its size, as no document does (a zip bomb?); it was skipped.</source>
<translation>{name} wird entpackt mehr als {ratio}-mal so groß, wie kein Dokument (eine Zip-Bombe?), und wurde weggelassen.</translation>
</message>
<message>
<source>{name} was not read within {seconds:g} s, mostly waiting for a disk or a busy machine; add it again.</source>
<translation>{name} wurde nicht innerhalb von {seconds:g} s gelesen, in denen vor allem gewartet wurde, etwa auf einen Datenträger oder einen ausgelasteten Rechner; noch einmal versuchen.</translation>
</message>
<message>
<source>{name} was not read, since recognising the text of its file took longer than {seconds:g} s; split the file.</source>
<translation>{name} wurde nicht gelesen: Die Texterkennung der Datei hätte länger als {seconds:g} s gedauert; die Datei teilen.</translation>
</message>
<message>
<source>{name} was not read: the extraction worker failed ({reason}).</source>
<translation>{name} wurde nicht gelesen: das Lesen schlug fehl ({reason}).</translation>
</message>
<message>
<source>{name}, as it is here, has no {pin_cite}; these passages hold the words</source>
<translation>{pin_cite} gibt es in {name}, wie hier vorhanden, nicht; die Wörter stehen in diesen Textstellen</translation>
</message>
<message>
<source>{name}, in this library, has no {pin_cite}; shown are the other places</source>
<translation>{pin_cite} gibt es in {name}, wie hier vorhanden, nicht; gezeigt sind die anderen Stellen</translation>
</message>
<message>
<source>{name}, in this library, has no {pin_cite}; shown is the provision around it</source>
<translation>{pin_cite} gibt es in {name}, wie hier vorhanden, nicht; dies steht darum herum</translation>
</message>
<message>
<source>{operator} at character {character} belongs to another system; use title:, date:, after:, before:, authority: or kind:, or quote it to search for it as text</source>
<translation>{operator} bei Zeichen {character} gehört zu einem anderen System; verwenden Sie title:, date:, after:, before:, authority: oder kind:, oder setzen Sie es in Anführungszeichen, um es als Text zu suchen</translation>
</message>
<message>
<source>{operator} at character {character} does not say how near: a number of words from 1 to {limit}, s for the same sentence or p for the same paragraph</source>
<translation>{operator} an Stelle {character} sagt nicht, wie nah: eine Anzahl Wörter von 1 bis {limit}, s für denselben Satz oder p für denselben Absatz</translation>
</message>
<message>
<source>{operator} at character {character} has nothing after it; add a word, or quote it to search for it</source>
<translation>nach {operator} an Stelle {character} steht nichts; ein Wort ergänzen, oder es in Anführungszeichen suchen</translation>
</message>
<message>
<source>{operator} at character {character} has nothing on one side; add a word, or quote it to search for it</source>
<translation>neben {operator} an Stelle {character} fehlt auf einer Seite etwas; ein Wort ergänzen, oder es in Anführungszeichen suchen</translation>
</message>
<message>
<source>{operator} at character {character} needs its value right after it, without a space</source>
<translation>auf {operator} an Stelle {character} muss ohne Leerzeichen ein Wert folgen</translation>
</message>
<message>
<source>{operator} at character {character} stands in brackets beside a connector, which hold words, OR and connectors; use w/50 or OR there, or put it outside</source>
<translation>{operator} an Stelle {character} steht neben einem Abstandsoperator in Klammern, in denen nur Wörter, ODER und Abstände stehen; dort w/50 oder ODER schreiben, oder es nach außen stellen</translation>
</message>
<message>
<source>{pages} cannot be read, since text in pictures has to be recognised (OCR); {install}, then add the file again.</source>
<translation>{pages} ohne lesbaren Text: der Text in Bildern muss erkannt werden (OCR); {install}, dann die Datei noch einmal hinzufügen.</translation>
</message>
<message>
<source>{pages} cannot be read, since the file is damaged there; open it in the program that made it, save it again and add that.</source>
<translation>{pages} ohne lesbaren Text: die Datei ist dort beschädigt; im Programm öffnen, aus dem sie stammt, neu speichern und diese hinzufügen.</translation>
</message>
<message>
<source>{pages} were not read, since recognising the text of the file took too long; split it into smaller files.</source>
<translation>{pages} nicht gelesen: Die Texterkennung der Datei hätte zu lange gedauert; die Datei in kleinere teilen.</translation>
</message>
<message>
<source>{path} cannot be read ({reason}), but model {name} needs it; copy the folder again</source>
<translation>{path} ist nicht lesbar ({reason}), das Modell {name} braucht es aber; den Ordner neu kopieren</translation>
</message>
<message>
<source>{path} cannot be read ({reason}); run: lexdesk rebuild</source>
<translation>{path} ist nicht lesbar ({reason}); neu herstellen mit: lexdesk rebuild</translation>
</message>
<message>
<source>{path} cannot be read as JSON: {reason}</source>
<translation>{path} ist nicht als JSON lesbar: {reason}</translation>
</message>
<message>
<source>{path} cannot be read now, perhaps because its disk is disconnected; its documents stay in the library (to remove it: lexdesk remove {argument})</source>
<translation>in {path} ist jetzt nichts lesbar, wie wenn der Datenträger fehlt; was die Bibliothek daraus hat, bleibt erhalten (zum Entfernen: lexdesk remove {argument})</translation>
</message>
<message>
<source>{path} cannot be used ({reason})</source>
<translation>{path} kann nicht benutzt werden ({reason})</translation>
</message>
<message>
<source>{path} cannot be used ({reason}); {remedy}; acknowledged documents are kept</source>
<translation>{path} kann nicht benutzt werden ({reason}); {remedy}; was bestätigt wurde, ist erhalten</translation>
</message>
<message>
<source>{path} contains no password; write one per line</source>
<translation>{path} enthält kein Passwort; schreiben Sie eines je Zeile</translation>
</message>
<message>
<source>{path} does not describe a model ({reason}); install the model again</source>
<translation>{path} beschreibt kein Modell ({reason}); installieren Sie das Modell neu</translation>
</message>
<message>
<source>{path} does not exist; check the path</source>
<translation>es gibt keine Datei und keinen Ordner {path}; den Pfad prüfen</translation>
</message>
<message>
<source>{path} does not list acts with concepts ({reason}); install the model again</source>
<translation>{path} führt keine Rechtsakte mit Begriffen auf ({reason}); das Modell neu installieren</translation>
</message>
<message>
<source>{path} does not list the units of an act ({reason}); install the model again</source>
<translation>{path} führt keine Teile eines Rechtsakts auf ({reason}); das Modell neu installieren</translation>
</message>
<message>
<source>{path} does not list what passages cite ({reason}); install the model again</source>
<translation>{path} führt nicht auf, was Textstellen zitieren ({reason}); das Modell neu installieren</translation>
</message>
<message>
<source>{path} has SHA-256 {digest} where the manifest says {wanted}; copy the model folder again</source>
<translation>{path} hat die SHA-256 {digest}, im Manifest steht {wanted}; den Modellordner neu kopieren</translation>
</message>
<message>
<source>{path} has a second name (a hard link), and writing would change the file under both; remove the other name, or replace the file by a copy</source>
<translation>{path} hat einen zweiten Namen (Hardlink), sodass Änderungen die Datei unter beiden Namen träfen; den anderen Namen entfernen oder die Datei durch eine Kopie ersetzen</translation>
</message>
<message>
<source>{path} has an unexpected schema ({reason}) and is not used; restore it from a backup, or ask the author of the library for a new copy</source>
<translation>{path} ist nicht von Lexdesk so angelegt ({reason}) und wird nicht verwendet; aus einer Sicherung wiederherstellen oder die Bibliothek neu beschaffen</translation>
</message>
<message>
<source>{path} has changed since it was written; copy the model folder again</source>
<translation>{path} ist nicht mehr, wie es geschrieben wurde; kopieren Sie den Ordner des Modells neu</translation>
</message>
<message>
<source>{path} has changed since it was written; run: lexdesk rebuild</source>
<translation>{path} ist nicht mehr, wie es geschrieben wurde; neu herstellen mit: lexdesk rebuild</translation>
</message>
<message>
<source>{path} has format version {found!r}; this Lexdesk reads {supported}</source>
<translation>{path} hat die Formatversion {found!r}; dieses Lexdesk liest {supported}</translation>
</message>
<message>
<source>{path} has format {found}, this Lexdesk reads up to {supported}; install a later Lexdesk</source>
<translation>{path} hat das Format {found}, dieses Lexdesk liest Formate bis {supported}; ein neueres Lexdesk installieren</translation>
</message>
<message>
<source>{path} has library format {found}, this Lexdesk reads up to {supported}; install a later Lexdesk</source>
<translation>{path} hat das Bibliotheksformat {found}, dieses Lexdesk liest bis {supported}; ein neueres Lexdesk installieren</translation>
</message>
<message>
<source>{path} has more than {limit:,} bytes, the limit for such a file, and is not read; ask the author of the folder for a new copy</source>
<translation>{path} hat mehr als die zulässigen {limit:,} Bytes und wird nicht gelesen; beschaffen Sie den Ordner neu von der Stelle, von der er stammt</translation>
</message>
<message>
<source>{path} has more than {limit:,} bytes, the limit for such a file; name a smaller one</source>
<translation>{path} hat mehr als {limit:,} Byte, die Grenze für eine solche Datei; eine kleinere angeben</translation>
</message>
<message>
<source>{path} has more than {limit:,} links up to line {line}; nothing was loaded, split the table</source>
<translation>{path} hat bis Zeile {line} mehr als {limit:,} Verknüpfungen; nichts wurde geladen, teilen Sie die Tabelle</translation>
</message>
<message>
<source>{path} has no hash of {name}, which a model for {task} needs; install it again</source>
<translation>in {path} fehlt die Prüfsumme von {name}, das ein Modell für {task} braucht; das Modell neu installieren</translation>
</message>
<message>
<source>{path} has no judgements; put them into qrels.tsv, qrels.NAME.tsv or qrels/NAME.tsv there</source>
<translation>{path} hat keine Bewertungen; legen Sie sie dort in qrels.tsv, qrels.NAME.tsv oder qrels/NAME.tsv ab</translation>
</message>
<message>
<source>{path} has no semantic index yet; build it with: lexdesk add</source>
<translation>{path} hat noch keinen semantischen Index; anlegen mit: lexdesk add</translation>
</message>
<message>
<source>{path} has the columns {names}; wanted are recital and provision</source>
<translation>{path} hat die Spalten {names}; verlangt sind recital und provision</translation>
</message>
<message>
<source>{path} has {asked}; there are: {named}</source>
<translation>{path} hat {asked}; vorhanden sind: {named}</translation>
</message>
<message>
<source>{path} has {found} bytes where the manifest says {wanted}; copy the model folder again</source>
<translation>{path} hat {found} Bytes, im Manifest stehen {wanted}; den Modellordner neu kopieren</translation>
</message>
<message>
<source>{path} has {size:,} bytes, nearly none of which are on the disk, and is not read; ask the author of the folder for a new copy</source>
<translation>{path} hat {size:,} Bytes, von denen fast keines auf dem Datenträger liegt, und wird nicht gelesen; beschaffen Sie den Ordner neu von der Stelle, von der er stammt</translation>
</message>
<message>
<source>{path} holds no judgement; write a line with query, document and grade for each</source>
<translation>{path} enthält keine Bewertung; schreiben Sie für jede eine Zeile mit Anfrage, Dokument und Stufe</translation>
</message>
<message>
<source>{path} holds no question map ({reason}); install the model again</source>
<translation>{path} enthält keine Fragenabbildung ({reason}); das Modell neu installieren</translation>
</message>
<message>
<source>{path} is a library of Lexdesk, not documents; open it to search it, or add the folder that its documents lie in</source>
<translation>{path} ist eine Bibliothek von Lexdesk und kein Ordner mit Dokumenten; sie öffnen, um in ihr zu suchen, oder den Ordner hinzufügen, in dem ihre Dokumente liegen</translation>
</message>
<message>
<source>{path} is a link, which is not followed; replace it by its target, or ask the author of the folder for a new copy</source>
<translation>{path} ist eine Verknüpfung, der nicht gefolgt wird; legen Sie das, worauf sie verweist, an ihre Stelle oder beschaffen Sie den Ordner neu von der Stelle, von der er stammt</translation>
</message>
<message>
<source>{path} is a pipe, a socket or a device; name a file or a folder</source>
<translation>{path} ist eine Pipe, ein Socket oder ein Gerät; eine Datei oder einen Ordner angeben</translation>
</message>
<message>
<source>{path} is damaged ({reason}); copy it again</source>
<translation>{path} ist beschädigt ({reason}); kopieren Sie die Datei neu</translation>
</message>
<message>
<source>{path} is damaged ({reason}); restore it from a backup</source>
<translation>{path} ist beschädigt ({reason}); aus einer Sicherung wiederherstellen</translation>
</message>
<message>
<source>{path} is encrypted, but publications are not; publish an unencrypted library</source>
<translation>{path} ist verschlüsselt, was veröffentlicht wird, ist es nicht; eine unverschlüsselte Bibliothek veröffentlichen</translation>
</message>
<message>
<source>{path} is not TOML: {reason}</source>
<translation>{path} ist kein TOML: {reason}</translation>
</message>
<message>
<source>{path} is not a JSON object ({reason}); correct it</source>
<translation>{path} ist kein JSON-Objekt ({reason}); korrigieren Sie die Datei</translation>
</message>
<message>
<source>{path} is not a backup: it has no readable {manifest}</source>
<translation>{path} ist keine Sicherung: {manifest} fehlt oder ist nicht lesbar</translation>
</message>
<message>
<source>{path} is not a folder and is not opened; ask the author of the folder for a new copy</source>
<translation>{path} ist kein Ordner und wird nicht geöffnet; beschaffen Sie den Ordner, in dem das liegt, neu von der Stelle, von der er stammt</translation>
</message>
<message>
<source>{path} is not a regular file and is not opened; ask the author of the folder for a new copy</source>
<translation>{path} ist keine gewöhnliche Datei und wird nicht geöffnet; beschaffen Sie den Ordner, in dem das liegt, neu von der Stelle, von der er stammt</translation>
</message>
<message>
<source>{path} is not a regular file of the publication, so nothing was opened; publish the library in a new folder</source>
<translation>{path} ist keine Datei der Veröffentlichung und führt womöglich anderswohin, daher wurde nichts geöffnet; die Bibliothek in einem neuen Ordner veröffentlichen</translation>
</message>
<message>
<source>{path} is not a regular file; run: lexdesk rebuild</source>
<translation>{path} ist keine gewöhnliche Datei; ausführen: lexdesk rebuild</translation>
</message>
<message>
<source>{path} is not in the library; add it with: lexdesk add {path}</source>
<translation>{path} ist nicht in der Bibliothek; hinzufügen mit: lexdesk add {path}</translation>
</message>
<message>
<source>{path} is not one of the files that could not be read</source>
<translation>{path} ist keine der Dateien, die nicht gelesen werden konnten</translation>
</message>
<message>
<source>{path} lacks the columns recital and provision; it has {found}</source>
<translation>{path} ist keine Tabelle mit den Spalten recital und provision: vorhanden ist {found}</translation>
</message>
<message>
<source>{path} lies on a network share that nobody has named on this machine; its documents stay in the library (to read it: lexdesk add {argument})</source>
<translation>{path} liegt auf einer Netzwerkfreigabe, die an diesem Rechner noch niemand genannt hat; was die Bibliothek daraus hat, bleibt erhalten (zum Lesen: lexdesk add {argument})</translation>
</message>
<message>
<source>{path} links no recital to a provision; nothing was loaded</source>
<translation>{path} verknüpft keinen Erwägungsgrund mit einer Vorschrift; nichts wurde geladen</translation>
</message>
<message>
<source>{path} names {unknown!r:.60}, which does not belong to a backup; use another backup</source>
<translation>{path} nennt {unknown!r:.60}, was keine Sicherung hat; verwenden Sie eine andere Sicherung</translation>
</message>
<message>
<source>{path}, line {line}: this is not UTF-8 text; save the table as CSV in UTF-8</source>
<translation>{path}, Zeile {line}: kein UTF-8; die Tabelle als CSV in UTF-8 speichern</translation>
</message>
<message>
<source>{path}, line {line}: {cells} cells under {width} headings; put several places of one cell in quotes, as in 26,"6, 7"; nothing was loaded</source>
<translation>{path}, Zeile {line}: {cells} Zellen unter {width} Überschriften; mehrere Stellen einer Zelle in Anführungszeichen setzen, wie in 26,"6, 7"; nichts wurde geladen</translation>
</message>
<message>
<source>{path}, line {line}: {reason}; nothing was loaded</source>
<translation>{path}, Zeile {line}: {reason}; nichts wurde geladen</translation>
</message>
<message>
<source>{path}, line {line}: {reason}; save the table again as CSV</source>
<translation>{path}, Zeile {line}: {reason}; die Tabelle neu als CSV speichern</translation>
</message>
<message>
<source>{path}, line {number} is not 'query Q0 document rank score tag'</source>
<translation>{path}, Zeile {number} ist nicht 'query Q0 document rank score tag'</translation>
</message>
<message>
<source>{path}: corpus is {value!r}; it must be the name of a folder beside this collection</source>
<translation>{path}: corpus ist {value!r}; nötig ist der Name eines Ordners neben dieser Sammlung</translation>
</message>
<message>
<source>{path}: none of the judged documents, such as {example}, is in the corpus</source>
<translation>{path}: keines der bewerteten Dokumente, etwa {example}, ist im Korpus</translation>
</message>
<message>
<source>{path}: the judgements name {count} missing queries, such as {example}</source>
<translation>{path}: die Bewertungen nennen {count} fehlende Anfragen, etwa {example}</translation>
</message>
<message>
<source>{path}: {sentence}</source>
<translation>{path}: {sentence}</translation>
</message>
<message>
<source>{query} is a folder; name a file in it, or a work of the library</source>
<translation>{query} ist ein Ordner; nennen Sie eine Datei darin oder ein Werk der Bibliothek</translation>
</message>
<message>
<source>{question} is asked for, but there is no terminal; name a file that holds it: LEXDESK_PASSPHRASE_FILE</source>
<translation>{question} wird verlangt, aber es gibt kein Terminal; nennen Sie eine Datei mit der Eingabe in LEXDESK_PASSPHRASE_FILE</translation>
</message>
<message>
<source>{reason}; {later}</source>
<translation>{reason}; {later}</translation>
</message>
<message>
<source>{sentence}</source>
<translation>{sentence}</translation>
</message>
<message>
<source>{source} could not be copied to {target} ({reason}); nothing was changed</source>
<translation>{source} konnte nicht nach {target} kopiert werden ({reason}); geändert wurde nichts</translation>
</message>
<message>
<source>{source} is gone or is not as published; check the storage, or publish again</source>
<translation>{source} fehlt oder ist nicht mehr wie veröffentlicht; prüfen Sie den Speicher oder veröffentlichen Sie neu</translation>
</message>
<message>
<source>{stated!r} is not a day of the calendar; write it as 2018-05-25</source>
<translation>{stated!r} ist kein Tag des Kalenders; in der Form 2018-05-25 schreiben</translation>
</message>
<message>
<source>{status}, as {article} says</source>
<translation>{status} nach {article}</translation>
</message>
<message>
<source>{status}, some provisions from another day ({article})</source>
<translation>{status}, einige Vorschriften ab einem anderen Tag ({article})</translation>
</message>
<message>
<source>{table} at {place} names {name}, so nothing of it was opened; publish the library in a new place</source>
<translation>{table} in {place} nennt {name}, daher wurde nichts geöffnet; die Bibliothek an einem neuen Ort veröffentlichen</translation>
</message>
<message>
<source>{target} lies in the library itself; name a folder outside of it</source>
<translation>{target} liegt in der Bibliothek selbst; nennen Sie einen Ordner außerhalb</translation>
</message>
<message>
<source>{task!r} is not a task of a model; known are {known}</source>
<translation>{task!r} ist keine Aufgabe eines Modells; bekannt sind {known}</translation>
</message>
<message>
<source>{text} is not a date of the form 2018, 2018-05 or 2018-05-25</source>
<translation>{text} ist kein Datum der Form 2018, 2018-05 oder 2018-05-25</translation>
</message>
<message>
<source>{typed} counts as words of the text here; the condition is {written}</source>
<translation>{typed} gilt hier als Wörter des Textes; die Bedingung lautet {written}</translation>
</message>
<message>
<source>{typed} is searched as {written}; signs of currencies are no part of words</source>
<translation>{typed} wird als {written} gesucht; Währungszeichen gehören zu keinem Wort</translation>
</message>
<message>
<source>{uri} is a published library, not a folder; name the folder of the original library</source>
<translation>{uri} ist veröffentlicht und kein Ordner; nennen Sie den der ursprünglichen Bibliothek</translation>
</message>
<message>
<source>{uri} is not the place of a published library; write lance:///a/folder, s3://, gs:// or az://</source>
<translation>{uri} ist kein Ort einer veröffentlichten Bibliothek; schreiben Sie lance:///ein/ordner, s3://, gs:// oder az://</translation>
</message>
<message>
<source>{uri} is published and only read; {advice}</source>
<translation>{uri} ist veröffentlicht und wird nur gelesen; {advice}</translation>
</message>
<message>
<source>{uri} was published in format {found}, this Lexdesk reads up to {supported}; install a later Lexdesk</source>
<translation>{uri} wurde im Format {found} veröffentlicht, dieses Lexdesk liest bis {supported}; installieren Sie ein neueres Lexdesk</translation>
</message>
<message>
<source>{uri}/{pointer} is not a readable publication ({reason}); publish the library again</source>
<translation>{uri}/{pointer} ist keine lesbare Veröffentlichung ({reason}); die Bibliothek neu veröffentlichen</translation>
</message>
<message>
<source>{value} ends before it begins</source>
<translation>{value} endet, bevor es beginnt</translation>
</message>
<message>
<source>{value} is not a single day</source>
<translation>{value} ist kein einzelner Tag</translation>
</message>
<message>
<source>{variable} names {folder}, which is not a folder; correct or unset it</source>
<translation>{variable} nennt {folder}, was kein Ordner ist; berichtigen oder löschen</translation>
</message>
<message>
<source>{waiting} questions wait for {name} already; ask again later</source>
<translation>{waiting} Anfragen warten schon auf {name}; versuchen Sie es später erneut</translation>
</message>
<message>
<source>{what} needs the package {package}; {install}</source>
<translation>für {what} fehlt das Paket {package}; {install}</translation>
</message>
<message>
<source>{where} has more than {limit:,} characters; write shorter documents</source>
<translation>{where} hat mehr als {limit:,} Zeichen; schreiben Sie kürzere Dokumente</translation>
</message>
<message>
<source>{where} has no {missing}; correct the file</source>
<translation>{where} hat kein {missing}; korrigieren Sie die Datei</translation>
</message>
<message>
<source>{where} is not a JSON object ({error}); correct the file</source>
<translation>{where} ist kein JSON-Objekt ({error}); korrigieren Sie die Datei</translation>
</message>
<message>
<source>{where}: an earlier line has the _id {id} as well; correct the file</source>
<translation>{where}: auch eine frühere Zeile hat die _id {id}; korrigieren Sie die Datei</translation>
</message>
<message>
<source>{where}: an earlier line has the grade {known} for the query {query} and the document {document}; correct the file</source>
<translation>{where}: eine frühere Zeile hat die Stufe {known} für die Anfrage {query} und das Dokument {document}; korrigieren Sie die Datei</translation>
</message>
<message>
<source>{where}: expected query, document and grade between tabs, found {line!r}</source>
<translation>{where}: erwartet werden Anfrage, Dokument und Stufe mit Tabulatoren dazwischen, gefunden wurde {line!r}</translation>
</message>
<message>
<source>{where}: {key} is {value!r}, not text; correct the file</source>
<translation>{where}: {key} ist {value!r} und kein Text; korrigieren Sie die Datei</translation>
</message>
<message>
<source>{work} had no text on {day}; it is there since {first}</source>
<translation>{work} hatte am {day} keinen Text; es gibt das Werk seit dem {first}</translation>
</message>
<message>
<source>{work} has no provision {eid} in this library</source>
<translation>{work} hat in dieser Bibliothek keine Vorschrift {eid}</translation>
</message>
<message>
<source>{work} has no provision {eid} in this library{hint}</source>
<translation>{work} hat in dieser Bibliothek keine Vorschrift {eid}{hint}</translation>
</message>
<message>
<source>{work} has no provision {part!r}; provisions are written like 6, Article 6(1) or art_6__para_1</source>
<translation>{work} hat keine Vorschrift {part!r}; Vorschriften schreibt man wie 6, Article 6(1) oder art_6__para_1</translation>
</message>
<message>
<source>{work} has no recital {eid}; there are {first} to {last}</source>
<translation>{work} hat keinen Erwägungsgrund {eid}; es gibt {first} bis {last}</translation>
</message>
<message>
<source>{work} has no recital {part!r}; recitals are written like 26, rec_26 or Recital 26</source>
<translation>{work} hat keinen Erwägungsgrund {part!r}; Erwägungsgründe schreibt man wie 26, rec_26 oder Recital 26</translation>
</message>
<message>
<source>{work} has no recitals in the language {language}; it has in: {languages}</source>
<translation>{work} hat keine Erwägungsgründe in der Sprache {language}, aber in: {languages}</translation>
</message>
<message>
<source>{work} has no recitals in the library; where it is a consolidated text, add the act as adopted too</source>
<translation>{work} hat in der Bibliothek keine Erwägungsgründe; zu einer konsolidierten Fassung auch den Rechtsakt in seiner ersten Fassung hinzufügen</translation>
</message>
<message>
<source>{work} has recitals, but no articles</source>
<translation>{work} hat Erwägungsgründe, aber keine Artikel, die sie erläutern könnten</translation>
</message>
<message>
<source>{work} is not there in the language {language}; it is in: {languages}</source>
<translation>{work} gibt es nicht in der Sprache {language}, aber in: {languages}</translation>
</message>
</context>
</TS>