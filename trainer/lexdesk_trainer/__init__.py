"""Training and export of the models of Lexdesk.

cli, commands           ``lexdesk-trainer``; library_commands: commands on one's own library; classifier_commands
adapt                   a folder to its own embedder in one command
settings                a recipe (``recipes/``) as records; steps: its steps, completed ones kept; options: shared options
data, bases             sources and training sets; published weights as bases
encoders, training      networks; the loop and its tasks; classifiers: without training of a network
export, transport       model folders of the engine; folders in pieces, to a GPU and back
evaluate                ranking of models and classifiers on collections
engine, fingerprints    the engine as a program; the inputs of a result
errors, error_codes     errors, and their English templates
"""
