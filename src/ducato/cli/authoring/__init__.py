"""The commands of authors: a new game, the workbench for one, and a version of its rules kept."""
