"""What the scenes and narrations of all games have in common.

A game's modules `scene` and `narration` supply the functions of `contract.Presentation`, and
`core.defaults` those that the game leaves out. Both are made with these functions: phrases, facts
about states, prompts, reasons, results and the viewer of a scene.
"""
