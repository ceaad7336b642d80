"""Reports about the balance of a game: `measure` makes data of runs, `render` a page of data."""
