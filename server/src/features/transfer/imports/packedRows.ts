/** The separator of packed cells. `readCsv` removes this character from every cell. */
const SEPARATOR = "\u0000";

/**
 * Rows of text cells in a fifth of the memory: each row is one string instead of an array of strings. A file may have two million
 * cells. Cells must not contain U+0000.
 */
export class PackedRows {
  readonly #rows: string[] = [];

  get length(): number {
    return this.#rows.length;
  }

  push(cells: readonly string[]): void {
    this.#rows.push(cells.join(SEPARATOR));
  }

  /** Returns the cells of the rows from the index `start` to the index `end`, which is not included. */
  slice(start = 0, end = this.#rows.length): string[][] {
    return this.#rows.slice(start, end).map((row) => row.split(SEPARATOR));
  }
}
