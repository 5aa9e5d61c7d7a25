/** The separator of packed cells. `readCsv` removes this character from every cell. */
const SEPARATOR = "\u0000";

/**
 * Rows of text cells that need a fifth of the usual memory: each row is one string instead of an array of strings. A file may have two
 * million cells. Cells must not contain U+0000.
 */
export class PackedRows {
  readonly #rows: string[] = [];

  get length(): number {
    return this.#rows.length;
  }

  push(cells: readonly string[]): void {
    this.#rows.push(cells.join(SEPARATOR));
  }

  /** Returns the cells of the rows from the index `start` up to, but excluding, the index `end`. */
  slice(start = 0, end = this.#rows.length): string[][] {
    return this.#rows.slice(start, end).map((row) => row.split(SEPARATOR));
  }
}
