"""One change of the schema each. One that was released is never edited: another one follows."""
