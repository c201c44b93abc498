<?xml version='1.0' encoding='utf-8'?>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
<name>Authorities</name>
</context>
<context>
<name>Bar</name>
</context>
<context>
<name>Catalogue</name>
<message numerus="yes">
<source>%Ln documents written to {name}</source>
<translation>
<numerusform>%Ln document written to {name}</numerusform>
<numerusform>%Ln documents written to {name}</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln documents</source>
<translation>
<numerusform>%Ln document</numerusform>
<numerusform>%Ln documents</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln versions</source>
<translation>
<numerusform>%Ln version</numerusform>
<numerusform>%Ln versions</numerusform>
</translation>
</message>
</context>
<context>
<name>Chips</name>
</context>
<context>
<name>Compare</name>
<message numerus="yes">
<source>in %Ln documents</source>
<translation>
<numerusform>in %Ln document</numerusform>
<numerusform>in %Ln documents</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages</source>
<translation>
<numerusform>%Ln passage</numerusform>
<numerusform>%Ln passages</numerusform>
</translation>
</message>
<message numerus="yes">
<source>More than %Ln passages</source>
<translation>
<numerusform>More than %Ln passage</numerusform>
<numerusform>More than %Ln passages</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln unchanged paragraphs</source>
<translation>
<numerusform>%Ln unchanged paragraph</numerusform>
<numerusform>%Ln unchanged paragraphs</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln changed</source>
<translation>
<numerusform>%Ln changed</numerusform>
<numerusform>%Ln changed</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln versions</source>
<translation>
<numerusform>%Ln version</numerusform>
<numerusform>%Ln versions</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln changes of this provision between them</source>
<translation>
<numerusform>%Ln change of this provision between them</numerusform>
<numerusform>%Ln changes of this provision between them</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln words added</source>
<translation>
<numerusform>%Ln word added</numerusform>
<numerusform>%Ln words added</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln removed</source>
<translation>
<numerusform>%Ln removed</numerusform>
<numerusform>%Ln removed</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln changes of punctuation</source>
<translation>
<numerusform>%Ln change of punctuation</numerusform>
<numerusform>%Ln changes of punctuation</numerusform>
</translation>
</message>
</context>
<context>
<name>Decisions</name>
</context>
<context>
<name>Examples</name>
</context>
<context>
<name>Facets</name>
</context>
<context>
<name>Field</name>
</context>
<context>
<name>Index</name>
<message numerus="yes">
<source>Remove %Ln files from the library that are no longer in {folder}?</source>
<translation>
<numerusform>Remove %Ln file from the library that is no longer in {folder}?</numerusform>
<numerusform>Remove %Ln files from the library that are no longer in {folder}?</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln more are left out by .lexdeskignore now, and go with them.</source>
<translation>
<numerusform>%Ln more is left out by .lexdeskignore now, and goes with it.</numerusform>
<numerusform>%Ln more are left out by .lexdeskignore now, and go with them.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files are no longer on disk</source>
<translation>
<numerusform>%Ln file is no longer on disk</numerusform>
<numerusform>%Ln files are no longer on disk</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files need attention</source>
<translation>
<numerusform>%Ln file needs attention</numerusform>
<numerusform>%Ln files need attention</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files hold no document and were left out.</source>
<translation>
<numerusform>%Ln file holds no document and was left out.</numerusform>
<numerusform>%Ln files hold no document and were left out.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>The password is also tried on %Ln other locked files and not stored.</source>
<translation>
<numerusform>The password is also tried on %Ln other locked file and not stored.</numerusform>
<numerusform>The password is also tried on %Ln other locked files and not stored.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files read</source>
<translation>
<numerusform>%Ln file read</numerusform>
<numerusform>%Ln files read</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln need attention</source>
<translation>
<numerusform>%Ln needs attention</numerusform>
<numerusform>%Ln need attention</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages</source>
<translation>
<numerusform>%Ln passage</numerusform>
<numerusform>%Ln passages</numerusform>
</translation>
</message>
</context>
<context>
<name>Kinds</name>
</context>
<context>
<name>Languages</name>
</context>
<context>
<name>Library</name>
</context>
<context>
<name>Match</name>
<message numerus="yes">
<source>%Ln duties without a match</source>
<translation>
<numerusform>%Ln duty without a match</numerusform>
<numerusform>%Ln duties without a match</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln pairs</source>
<translation>
<numerusform>%Ln pair</numerusform>
<numerusform>%Ln pairs</numerusform>
</translation>
</message>
<message numerus="yes">
<source>Touches %Ln documents</source>
<translation>
<numerusform>Touches %Ln document</numerusform>
<numerusform>Touches %Ln documents</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln less similar</source>
<translation>
<numerusform>%Ln less similar</numerusform>
<numerusform>%Ln less similar</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln paragraphs</source>
<translation>
<numerusform>%Ln paragraph</numerusform>
<numerusform>%Ln paragraphs</numerusform>
</translation>
</message>
</context>
<context>
<name>Menu</name>
</context>
<context>
<name>Modes</name>
</context>
<context>
<name>Outline</name>
</context>
<context>
<name>Rail</name>
</context>
<context>
<name>Reader</name>
</context>
<context>
<name>Report</name>
</context>
<context>
<name>Results</name>
</context>
<context>
<name>Saved</name>
<message numerus="yes">
<source>%Ln new since {day}</source>
<translation>
<numerusform>%Ln new since {day}</numerusform>
<numerusform>%Ln new since {day}</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln more</source>
<translation>
<numerusform>%Ln more</numerusform>
<numerusform>%Ln more</numerusform>
</translation>
</message>
</context>
<context>
<name>Search</name>
<message numerus="yes">
<source>Without {filter} there are %Ln results.</source>
<translation>
<numerusform>Without {filter} there is %Ln result.</numerusform>
<numerusform>Without {filter} there are %Ln results.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>A relaxed query has %Ln results.</source>
<translation>
<numerusform>A relaxed query has %Ln result.</numerusform>
<numerusform>A relaxed query has %Ln results.</numerusform>
</translation>
</message>
</context>
<context>
<name>Settings</name>
</context>
<context>
<name>SidePanel</name>
<message numerus="yes">
<source>%Ln more; a search for cites: lists them</source>
<translation>
<numerusform>%Ln more; a search for cites: lists it</numerusform>
<numerusform>%Ln more; a search for cites: lists them</numerusform>
</translation>
</message>
</context>
<context>
<name>Status</name>
<message numerus="yes">
<source>%Ln files read by another version of Lexdesk</source>
<translation>
<numerusform>%Ln file read by another version of Lexdesk</numerusform>
<numerusform>%Ln files read by another version of Lexdesk</numerusform>
</translation>
</message>
</context>
<context>
<name>Styles</name>
</context>
<context>
<name>Tabs</name>
</context>
<context>
<name>Timeline</name>
<message numerus="yes">
<source>%Ln acts</source>
<translation>
<numerusform>%Ln act</numerusform>
<numerusform>%Ln acts</numerusform>
</translation>
</message>
</context>
<context>
<name>Welcome</name>
</context>
<context>
<name>Why</name>
</context>
<context>
<name>Window</name>
</context>
<context>
<name>Wording</name>
<message numerus="yes">
<source>%Ln documents</source>
<translation>
<numerusform>%Ln document</numerusform>
<numerusform>%Ln documents</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files are no longer in the library.</source>
<translation>
<numerusform>%Ln file is no longer in the library.</numerusform>
<numerusform>%Ln files are no longer in the library.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages added to the semantic index.</source>
<translation>
<numerusform>%Ln passage added to the semantic index.</numerusform>
<numerusform>%Ln passages added to the semantic index.</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files read</source>
<translation>
<numerusform>%Ln file read</numerusform>
<numerusform>%Ln files read</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln need attention</source>
<translation>
<numerusform>%Ln needs attention</numerusform>
<numerusform>%Ln need attention</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files need attention</source>
<translation>
<numerusform>%Ln file needs attention</numerusform>
<numerusform>%Ln files need attention</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files left out</source>
<translation>
<numerusform>%Ln file left out</numerusform>
<numerusform>%Ln files left out</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files changed</source>
<translation>
<numerusform>%Ln file changed</numerusform>
<numerusform>%Ln files changed</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln files changed since {when}</source>
<translation>
<numerusform>%Ln file changed since {when}</numerusform>
<numerusform>%Ln files changed since {when}</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln copies folded</source>
<translation>
<numerusform>%Ln copy folded</numerusform>
<numerusform>%Ln copies folded</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln nearest passages</source>
<translation>
<numerusform>%Ln nearest passage</numerusform>
<numerusform>%Ln nearest passages</numerusform>
</translation>
</message>
<message numerus="yes">
<source>More than %Ln results</source>
<translation>
<numerusform>More than %Ln result</numerusform>
<numerusform>More than %Ln results</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln results</source>
<translation>
<numerusform>%Ln result</numerusform>
<numerusform>%Ln results</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln passages</source>
<translation>
<numerusform>%Ln passage</numerusform>
<numerusform>%Ln passages</numerusform>
</translation>
</message>
</context>
<context>
<name>Work</name>
<message numerus="yes">
<source>%Ln decisions written to {name}</source>
<translation>
<numerusform>%Ln decision written to {name}</numerusform>
<numerusform>%Ln decisions written to {name}</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln places written to {name}</source>
<translation>
<numerusform>%Ln place written to {name}</numerusform>
<numerusform>%Ln places written to {name}</numerusform>
</translation>
</message>
<message numerus="yes">
<source>%Ln copies with the same text are left out</source>
<translation>
<numerusform>%Ln copy with the same text is left out</numerusform>
<numerusform>%Ln copies with the same text are left out</numerusform>
</translation>
</message>
<message numerus="yes">
<source>a PDF has those of the list, of %Ln results</source>
<translation>
<numerusform>a PDF has those of the list, of %Ln result</numerusform>
<numerusform>a PDF has those of the list, of %Ln results</numerusform>
</translation>
</message>
</context>
<context>
<name>Messages</name>
</context>
</TS>