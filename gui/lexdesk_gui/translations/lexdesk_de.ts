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
        <translation>Keine Bibliothek</translation>
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
        <source>Year</source>
        <translation>Jahr</translation>
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
        <source>In force today</source>
        <translation>Heute in Kraft</translation>
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
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Fold what is the same</source>
        <translation>Gleiches falten</translation>
    </message>
    <message>
        <source>In one text</source>
        <translation>In einem Text</translation>
    </message>
    <message>
        <source>Compare versions</source>
        <translation>Fassungen vergleichen</translation>
    </message>
    <message>
        <source>Read a provision first; here are its versions, side by side.</source>
        <translation>Öffnen Sie zuerst eine Vorschrift; hier stehen dann ihre Fassungen nebeneinander.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln versions</source>
        <translation><numerusform>%Ln Fassung</numerusform><numerusform>%Ln Fassungen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln words added</source>
        <translation><numerusform>%Ln Wort hinzugefügt</numerusform><numerusform>%Ln Wörter hinzugefügt</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln removed</source>
        <translation><numerusform>%Ln gestrichen</numerusform><numerusform>%Ln gestrichen</numerusform></translation>
    </message>
    <message>
        <source>The library knows one version of this text.</source>
        <translation>Die Bibliothek kennt eine Fassung dieses Textes.</translation>
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
        <source>Copy change</source>
        <translation>Änderung kopieren</translation>
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
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>gestrichen</translation>
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
        <source>Not in A</source>
        <translation>Nicht in A</translation>
    </message>
    <message>
        <source>Not in B</source>
        <translation>Nicht in B</translation>
    </message>
    <message numerus="yes">
        <source>%Ln paragraphs are the same</source>
        <translation><numerusform>%Ln Absatz ist gleich</numerusform><numerusform>%Ln Absätze sind gleich</numerusform></translation>
    </message>
</context>
<context>
    <name>Decisions</name>
    <message>
        <source>Decision on {place}</source>
        <translation>Entscheidung zu {place}</translation>
    </message>
    <message>
        <source>Taking back the decision on {place}</source>
        <translation>Rücknahme der Entscheidung zu {place}</translation>
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
        <translation>Grund der Entscheidung</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>Warum?</translation>
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
        <source>As against {document}: {decision}</source>
        <translation>Gegenüber {document}: {decision}</translation>
    </message>
    <message>
        <source>By itself: {decision}</source>
        <translation>Für sich: {decision}</translation>
    </message>
    <message>
        <source>As against {document}</source>
        <translation>Gegenüber {document}</translation>
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
        <source>In force today</source>
        <translation>Heute in Kraft</translation>
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
</context>
<context>
    <name>Field</name>
    <message>
        <source>Search words, meaning or a citation</source>
        <translation>Nach Wörtern, Sinn oder Fundstelle suchen</translation>
    </message>
    <message>
        <source>Search by</source>
        <translation>Suchen nach</translation>
    </message>
</context>
<context>
    <name>Index</name>
    <message>
        <source>Everything stays on this computer. Your files are read, never changed.</source>
        <translation>Alles bleibt auf diesem Rechner. Ihre Dateien werden gelesen und nie verändert.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files need attention</source>
        <translation><numerusform>%Ln Datei braucht Hilfe</numerusform><numerusform>%Ln Dateien brauchen Hilfe</numerusform></translation>
    </message>
    <message>
        <source>You can search now</source>
        <translation>Sie können jetzt suchen</translation>
    </message>
    <message>
        <source>Nothing to search yet</source>
        <translation>Noch nichts zu durchsuchen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read</source>
        <translation><numerusform>%Ln Datei gelesen</numerusform><numerusform>%Ln Dateien gelesen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation><numerusform>%Ln Textstelle</numerusform><numerusform>%Ln Textstellen</numerusform></translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} von {total}</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Sinn</translation>
    </message>
    <message>
        <source>You may close the window; it goes on where it stopped.</source>
        <translation>Sie können das Fenster schließen; es geht weiter, wo es stehen geblieben ist.</translation>
    </message>
    <message>
        <source>Everything else is searchable.</source>
        <translation>Alles andere ist durchsuchbar.</translation>
    </message>
    <message>
        <source>Files that need attention</source>
        <translation>Dateien, die Hilfe brauchen</translation>
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
        <source>Try all again</source>
        <translation>Alle noch einmal versuchen</translation>
    </message>
    <message>
        <source>Add to this library</source>
        <translation>Dieser Bibliothek hinzufügen</translation>
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
        <source>Add the bundled law</source>
        <translation>Mitgeliefertes Recht hinzufügen</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>Zum Ausprobieren</translation>
    </message>
    <message>
        <source>Add a folder or files; words can be searched within seconds.</source>
        <translation>Fügen Sie einen Ordner oder Dateien hinzu; Wörter sind in Sekunden durchsuchbar.</translation>
    </message>
    <message>
        <source>Words are ready. Search by meaning grows as it is prepared.</source>
        <translation>Wörter sind bereit. Die Suche nach Sinn wächst, während sie vorbereitet wird.</translation>
    </message>
    <message>
        <source>Words and meaning are ready.</source>
        <translation>Wörter und Sinn sind bereit.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
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
</context>
<context>
    <name>Languages</name>
    <message>
        <source>English</source>
        <translation>Englisch</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Deutsch</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Spanisch</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Französisch</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italienisch</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Niederländisch</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polnisch</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugiesisch</translation>
    </message>
</context>
<context>
    <name>Law</name>
    <message>
        <source>was in force from {day}</source>
        <translation>war in Kraft vom {day}</translation>
    </message>
    <message>
        <source>was in force to {day}</source>
        <translation>war in Kraft bis {day}</translation>
    </message>
    <message>
        <source>will be in force from {day}</source>
        <translation>tritt am {day} in Kraft</translation>
    </message>
    <message>
        <source>will apply from {day}</source>
        <translation>gilt ab {day}</translation>
    </message>
    <message>
        <source>in force since {day}</source>
        <translation>in Kraft seit {day}</translation>
    </message>
    <message>
        <source>in force to {day}</source>
        <translation>in Kraft bis {day}</translation>
    </message>
    <message>
        <source>applies from {day}</source>
        <translation>gilt ab {day}</translation>
    </message>
    <message>
        <source>applies since {day}</source>
        <translation>gilt seit {day}</translation>
    </message>
    <message>
        <source>to {day}</source>
        <translation>bis {day}</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Files are being added; stop that first.</source>
        <translation>Es werden Dateien hinzugefügt; halten Sie das zuerst an.</translation>
    </message>
    <message>
        <source>Files are being added already; wait, or stop that first.</source>
        <translation>Es werden schon Dateien hinzugefügt; warten Sie oder halten Sie das zuerst an.</translation>
    </message>
    <message>
        <source>Stopping after the file at hand…</source>
        <translation>Wird nach dieser Datei angehalten …</translation>
    </message>
</context>
<context>
    <name>Match</name>
    <message>
        <source>Drop a policy, a contract or a law on the window. Lexdesk finds the documents of this library that it concerns, and shows paragraph against paragraph what they share. Your file is only read.</source>
        <translation>Ziehen Sie eine Richtlinie, einen Vertrag oder ein Gesetz auf das Fenster. Lexdesk findet die Dokumente dieser Bibliothek, die es betrifft, und zeigt Absatz für Absatz, was sie gemeinsam haben. Ihre Datei wird nur gelesen.</translation>
    </message>
    <message>
        <source>Choose a document…</source>
        <translation>Dokument wählen …</translation>
    </message>
    <message>
        <source>What does a document touch?</source>
        <translation>Was berührt ein Dokument?</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Looking where it cites</source>
        <translation>Sucht, wo es zitiert</translation>
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
        <source>◇ “shall” or “must” in an article that is touched, and nothing near (under 0.5)</source>
        <translation>◇ „muss“, „hat zu“ in einem berührten Artikel, und nichts Nahes (unter 0,5)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln duties without a match</source>
        <translation><numerusform>%Ln Pflicht ohne Treffer</numerusform><numerusform>%Ln Pflichten ohne Treffer</numerusform></translation>
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
        <translation><numerusform>%Ln Paar</numerusform><numerusform>%Ln Paare</numerusform></translation>
    </message>
    <message>
        <source>Documents found</source>
        <translation>Gefundene Dokumente</translation>
    </message>
    <message>
        <source>Only {query}</source>
        <translation>Nur {query}</translation>
    </message>
    <message numerus="yes">
        <source>Touches %Ln documents</source>
        <translation><numerusform>Berührt %Ln Dokument</numerusform><numerusform>Berührt %Ln Dokumente</numerusform></translation>
    </message>
    <message>
        <source>Touches nothing in this library</source>
        <translation>Berührt nichts in dieser Bibliothek</translation>
    </message>
    <message>
        <source>What to look for</source>
        <translation>Wonach gesucht wird</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>Worauf es beruht</translation>
    </message>
    <message>
        <source>What carries it out</source>
        <translation>Was es umsetzt</translation>
    </message>
    <message>
        <source>Ask the whole library</source>
        <translation>Ganze Bibliothek fragen</translation>
    </message>
    <message>
        <source>Other document…</source>
        <translation>Anderes Dokument …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln paragraphs</source>
        <translation><numerusform>%Ln Absatz</numerusform><numerusform>%Ln Absätze</numerusform></translation>
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
        <translation>nahe</translation>
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
        <translation>Wärmekarte</translation>
    </message>
    <message>
        <source>Colours from weak to strong: {steps}</source>
        <translation>Farben von schwach bis stark: {steps}</translation>
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
        <source>Paragraph of your document</source>
        <translation>Absatz Ihres Dokuments</translation>
    </message>
    <message>
        <source>Paragraph that was found</source>
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
        <source>transposes it</source>
        <translation>setzt es um</translation>
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
        <source>Report written to {name}</source>
        <translation>Bericht in {name} geschrieben</translation>
    </message>
    <message>
        <source>Open a library first; a document is held against it.</source>
        <translation>Öffnen Sie zuerst eine Bibliothek; gegen sie wird ein Dokument gehalten.</translation>
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
        <translation>Hoher &amp;Kontrast</translation>
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
        <translation>&amp;Tasten</translation>
    </message>
    <message>
        <source>Copy &amp;error report</source>
        <translation>&amp;Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>&amp;Open library…</source>
        <translation>Bibliothek ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
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
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederherstellen</translation>
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
        <source>How the query is &amp;read</source>
        <translation>Wie die Anfrage ge&amp;lesen wird</translation>
    </message>
    <message>
        <source>Sa&amp;ve search</source>
        <translation>Suche &amp;merken</translation>
    </message>
    <message>
        <source>Open in a new ta&amp;b</source>
        <translation>In neuem &amp;Reiter öffnen</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>Nächster Rei&amp;ter</translation>
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
        <translation>&amp;Vor</translation>
    </message>
    <message>
        <source>As of a &amp;day…</source>
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
        <translation>Fassungen &amp;vergleichen</translation>
    </message>
    <message>
        <source>&amp;What does this touch?</source>
        <translation>&amp;Was berührt dieses?</translation>
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
</context>
<context>
    <name>Modes</name>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Search by the words themselves</source>
        <translation>Nach den Wörtern selbst suchen</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Sinn</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Nach dem Sinn suchen</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beides</translation>
    </message>
    <message>
        <source>Search by words and meaning</source>
        <translation>Nach Wörtern und Sinn suchen</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
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
        <source>Find in page</source>
        <translation>Auf der Seite suchen</translation>
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
        <translation>Fertig</translation>
    </message>
    <message>
        <source>The pages cannot be drawn ({reason}); here is their text.</source>
        <translation>Die Seiten lassen sich nicht zeichnen ({reason}); hier ist ihr Text.</translation>
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
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next provision</source>
        <translation>Nächste Vorschrift</translation>
    </message>
    <message>
        <source>Previous provision</source>
        <translation>Vorige Vorschrift</translation>
    </message>
    <message>
        <source>Copy with citation</source>
        <translation>Mit Fundstelle kopieren</translation>
    </message>
    <message>
        <source>Open the original</source>
        <translation>Original öffnen</translation>
    </message>
    <message>
        <source>Keep beside</source>
        <translation>Daneben behalten</translation>
    </message>
    <message>
        <source>Close what is kept beside</source>
        <translation>Daneben Behaltenes schließen</translation>
    </message>
    <message>
        <source>Read as text</source>
        <translation>Als Text lesen</translation>
    </message>
    <message>
        <source>Panel beside the text</source>
        <translation>Leiste neben dem Text</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Second reader</source>
        <translation>Zweiter Leser</translation>
    </message>
    <message>
        <source>Reader</source>
        <translation>Lesebereich</translation>
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
        <source>Type words, a phrase in quotes, or an address of the law. For example:</source>
        <translation>Geben Sie Wörter, eine Wendung in Anführungszeichen oder eine Fundstelle ein. Zum Beispiel:</translation>
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
    <message numerus="yes">
        <source>%Ln new since {day}</source>
        <translation><numerusform>%Ln neu seit {day}</numerusform><numerusform>%Ln neu seit {day}</numerusform></translation>
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
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>All decisions</source>
        <translation>Alle Entscheidungen</translation>
    </message>
    <message>
        <source>Text changed since</source>
        <translation>Text seither geändert</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>Copied with its citation: {citation}</source>
        <translation>Mit Fundstelle kopiert: {citation}</translation>
    </message>
    <message>
        <source>Make the window wider to have room for two readers.</source>
        <translation>Machen Sie das Fenster breiter, damit zwei Texte nebeneinander Platz haben.</translation>
    </message>
    <message>
        <source>Reads as  {query}</source>
        <translation>Gelesen als  {query}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Weigh the best results word by word (better, a moment slower)</source>
        <translation>Die besten Treffer Wort für Wort abwägen (besser, einen Moment langsamer)</translation>
    </message>
    <message>
        <source>Remember searches in this library</source>
        <translation>Suchen in dieser Bibliothek merken</translation>
    </message>
    <message>
        <source>Forget all earlier searches</source>
        <translation>Alle früheren Suchen vergessen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
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
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>The language changes when Lexdesk is started the next time.</source>
        <translation>Die Sprache wechselt beim nächsten Start von Lexdesk.</translation>
    </message>
</context>
<context>
    <name>SidePanel</name>
    <message>
        <source>Beside the text</source>
        <translation>Neben dem Text</translation>
    </message>
    <message>
        <source>Recitals</source>
        <translation>Erwägungsgründe</translation>
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
        <source>Explains</source>
        <translation>Erläutert</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>No recital is linked with this provision.</source>
        <translation>Mit dieser Vorschrift ist kein Erwägungsgrund verknüpft.</translation>
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
        <source>Nothing in this library cites this provision.</source>
        <translation>Nichts in dieser Bibliothek zitiert diese Vorschrift.</translation>
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
        <source>Tags and notes here</source>
        <translation>Schlagwörter und Notizen hier</translation>
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
        <source>Official text</source>
        <translation>Amtlicher Text</translation>
    </message>
    <message>
        <source>Named by a person</source>
        <translation>Von Menschen benannt</translation>
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
        <source>Progress of the addition</source>
        <translation>Fortschritt des Hinzufügens</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>No library</source>
        <translation>Keine Bibliothek</translation>
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
        <translation>Schlicht</translation>
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
        <translation>Reiter des Lesers</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Versions of this provision</source>
        <translation>Fassungen dieser Vorschrift</translation>
    </message>
    <message>
        <source>As adopted {day}</source>
        <translation>Wie erlassen {day}</translation>
    </message>
    <message>
        <source>{day} by {act}</source>
        <translation>{day} durch {act}</translation>
    </message>
    <message>
        <source>From {day}</source>
        <translation>Ab {day}</translation>
    </message>
    <message>
        <source>As of {day}</source>
        <translation>Stand {day}</translation>
    </message>
</context>
<context>
    <name>Welcome</name>
    <message>
        <source>Passphrase</source>
        <translation>Passwort</translation>
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
</context>
<context>
    <name>Window</name>
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
        <source>Lexdesk made a mistake; your library is unharmed. Help &gt; Copy error report gives what its makers need.</source>
        <translation>Lexdesk hat einen Fehler gemacht; Ihre Bibliothek ist unversehrt. Hilfe &gt; Fehlerbericht kopieren gibt, was seine Hersteller brauchen.</translation>
    </message>
    <message>
        <source>{path} is no longer there.</source>
        <translation>{path} ist nicht mehr vorhanden.</translation>
    </message>
    <message>
        <source>No program on this computer opens this file.</source>
        <translation>Kein Programm auf diesem Rechner öffnet diese Datei.</translation>
    </message>
    <message>
        <source>Read a document first; then ask what it touches.</source>
        <translation>Lesen Sie zuerst ein Dokument; fragen Sie dann, was es berührt.</translation>
    </message>
    <message>
        <source>Earlier searches are forgotten.</source>
        <translation>Frühere Suchen sind vergessen.</translation>
    </message>
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
        <source>Export decisions</source>
        <translation>Entscheidungen exportieren</translation>
    </message>
    <message>
        <source>{name} cannot be written.</source>
        <translation>{name} kann nicht geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Use: {query}</source>
        <translation>Nehmen: {query}</translation>
    </message>
    <message>
        <source>This library cannot be searched by meaning yet</source>
        <translation>Diese Bibliothek kann noch nicht nach Sinn durchsucht werden</translation>
    </message>
    <message>
        <source>Search by words</source>
        <translation>Nach Wörtern suchen</translation>
    </message>
    <message>
        <source>Search by meaning was prepared by another version of Lexdesk.</source>
        <translation>Die Suche nach Bedeutung wurde von einer anderen Version von Lexdesk vorbereitet.</translation>
    </message>
    <message>
        <source>These results are found by words alone.</source>
        <translation>Diese Ergebnisse sind nur nach Wörtern gefunden.</translation>
    </message>
    <message>
        <source>Prepare it anew</source>
        <translation>Neu vorbereiten</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>The library is no longer where it was opened; open it where it is now.</source>
        <translation>Die Bibliothek liegt nicht mehr dort, wo sie geöffnet wurde; öffnen Sie sie dort, wo sie jetzt liegt.</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>eine solche Datei oder einen solchen Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>the disk is full; free some space</source>
        <translation>der Datenträger ist voll; schaffen Sie Platz</translation>
    </message>
    <message>
        <source>you may not read or write there</source>
        <translation>Sie dürfen dort nicht lesen oder schreiben</translation>
    </message>
    <message>
        <source>the disk cannot be written</source>
        <translation>der Datenträger ist schreibgeschützt</translation>
    </message>
    <message>
        <source>The system refuses {path}: {reason}.</source>
        <translation>Das System verweigert {path}: {reason}.</translation>
    </message>
    <message>
        <source>Lexdesk keeps what it has read in a library, a folder of its own. Choose what to search, or drop it here; the library is made then.</source>
        <translation>Lexdesk bewahrt in einer Bibliothek auf, was es gelesen hat; das ist ein eigener Ordner. Wählen Sie, was durchsucht werden soll, oder ziehen Sie es hierher; dann wird die Bibliothek angelegt.</translation>
    </message>
    <message>
        <source>There is none in {path}.</source>
        <translation>In {path} ist keine.</translation>
    </message>
    <message>
        <source>There is no library here yet</source>
        <translation>Hier ist noch keine Bibliothek</translation>
    </message>
    <message>
        <source>This library is encrypted</source>
        <translation>Diese Bibliothek ist verschlüsselt</translation>
    </message>
    <message>
        <source>Its passphrase opens it; Lexdesk keeps that nowhere.</source>
        <translation>Ihr Passwort öffnet sie; Lexdesk bewahrt es nirgends auf.</translation>
    </message>
    <message>
        <source>This passphrase does not open the library</source>
        <translation>Dieses Passwort öffnet die Bibliothek nicht</translation>
    </message>
    <message>
        <source>Type it again. If it is the right one, {path} is damaged: restore it from a backup.</source>
        <translation>Geben Sie es noch einmal ein. Ist es das richtige, so ist {path} beschädigt; stellen Sie die Bibliothek aus einer Sicherung wieder her.</translation>
    </message>
    <message>
        <source>This library cannot be opened</source>
        <translation>Diese Bibliothek lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>No passage holds these words; these are the nearest in meaning.</source>
        <translation>Keine Textstelle enthält diese Wörter; dies sind die nächsten dem Sinn nach.</translation>
    </message>
    <message>
        <source>Not in force</source>
        <translation>Nicht in Kraft</translation>
    </message>
    <message>
        <source>From {day}</source>
        <translation>Ab {day}</translation>
    </message>
    <message>
        <source>In force</source>
        <translation>In Kraft</translation>
    </message>
    <message>
        <source>Not yet in force</source>
        <translation>Noch nicht in Kraft</translation>
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
        <source>Until {day}</source>
        <translation>Bis {day}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln copies folded</source>
        <translation><numerusform>%Ln Kopie gefaltet</numerusform><numerusform>%Ln Kopien gefaltet</numerusform></translation>
    </message>
    <message>
        <source>result {n} of {m}</source>
        <translation>Ergebnis {n} von {m}</translation>
    </message>
    <message>
        <source>words {score} (BM25)</source>
        <translation>Wörter {score} (BM25)</translation>
    </message>
    <message>
        <source>meaning {score} (cosine)</source>
        <translation>Sinn {score} (Kosinus)</translation>
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
        <source>reranked {score}</source>
        <translation>neu geordnet {score}</translation>
    </message>
    <message>
        <source>conditions met</source>
        <translation>Bedingungen erfüllt</translation>
    </message>
    <message>
        <source>Why result {n}:</source>
        <translation>Warum Ergebnis {n}:</translation>
    </message>
    <message numerus="yes">
        <source>%Ln nearest passages</source>
        <translation><numerusform>%Ln nächste Textstelle</numerusform><numerusform>%Ln nächste Textstellen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln results</source>
        <translation><numerusform>Mehr als %Ln Ergebnis</numerusform><numerusform>Mehr als %Ln Ergebnisse</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln results</source>
        <translation><numerusform>%Ln Ergebnis</numerusform><numerusform>%Ln Ergebnisse</numerusform></translation>
    </message>
    <message>
        <source>best {n} shown</source>
        <translation>beste {n} gezeigt</translation>
    </message>
    <message>
        <source>{n} by words</source>
        <translation>{n} nach Wörtern</translation>
    </message>
    <message>
        <source>under 1 ms</source>
        <translation>unter 1 ms</translation>
    </message>
    <message>
        <source>Nothing in this library fits “{query}”. Try fewer words or conditions.</source>
        <translation>Nichts in dieser Bibliothek passt zu „{query}“. Versuchen Sie weniger Wörter oder Bedingungen.</translation>
    </message>
    <message>
        <source>The library is empty</source>
        <translation>Die Bibliothek ist leer</translation>
    </message>
    <message>
        <source>Words are being brought up to date</source>
        <translation>Wörter werden auf den Stand gebracht</translation>
    </message>
    <message>
        <source>Words and meaning ready</source>
        <translation>Wörter und Sinn bereit</translation>
    </message>
    <message>
        <source>Words ready, meaning not made yet</source>
        <translation>Wörter bereit, Sinn noch nicht</translation>
    </message>
    <message>
        <source>Words ready, meaning {share} %</source>
        <translation>Wörter bereit, Sinn {share} %</translation>
    </message>
    <message numerus="yes">
        <source>%Ln documents</source>
        <translation><numerusform>%Ln Dokument</numerusform><numerusform>%Ln Dokumente</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages</source>
        <translation><numerusform>%Ln Textstelle</numerusform><numerusform>%Ln Textstellen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln files refused</source>
        <translation><numerusform>%Ln Datei abgewiesen</numerusform><numerusform>%Ln Dateien abgewiesen</numerusform></translation>
    </message>
    <message>
        <source>Making meaning: {done} of {total} passages</source>
        <translation>Sinn entsteht: {done} von {total} Textstellen</translation>
    </message>
    <message>
        <source>Reading {done} of {total}: {name}</source>
        <translation>Liest {done} von {total}: {name}</translation>
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
    <message>
        <source>Stopped; what was read stays in the library.</source>
        <translation>Angehalten; was gelesen wurde, bleibt in der Bibliothek.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln passages prepared for search by meaning.</source>
        <translation><numerusform>%Ln Textstelle ist für die Suche nach Bedeutung vorbereitet.</numerusform><numerusform>%Ln Textstellen sind für die Suche nach Bedeutung vorbereitet.</numerusform></translation>
    </message>
    <message>
        <source>Search by meaning has to wait for a model.</source>
        <translation>Die Suche nach Sinn muss auf ein Modell warten.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files read</source>
        <translation><numerusform>%Ln Datei gelesen</numerusform><numerusform>%Ln Dateien gelesen</numerusform></translation>
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
        <source>{n} refused</source>
        <translation>{n} abgewiesen</translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message numerus="yes">
        <source>%Ln places written to {name}</source>
        <translation><numerusform>%Ln Stelle in {name} geschrieben</numerusform><numerusform>%Ln Stellen in {name} geschrieben</numerusform></translation>
    </message>
    <message>
        <source>Add “{value}”</source>
        <translation>„{value}“ hinzufügen</translation>
    </message>
    <message>
        <source>Remove “{value}”</source>
        <translation>„{value}“ entfernen</translation>
    </message>
    <message>
        <source>Removed; Ctrl+Z brings it back.</source>
        <translation>Entfernt; Strg+Z holt es zurück.</translation>
    </message>
    <message>
        <source>Saved; Ctrl+4 shows what is new in it.</source>
        <translation>Gemerkt; Strg+4 zeigt, was darin neu ist.</translation>
    </message>
    <message>
        <source>Delete “{value}”</source>
        <translation>„{value}“ löschen</translation>
    </message>
    <message>
        <source>Deleted; Ctrl+Z brings it back.</source>
        <translation>Gelöscht; Strg+Z holt es zurück.</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Alle Notizen</translation>
    </message>
</context>
</TS>