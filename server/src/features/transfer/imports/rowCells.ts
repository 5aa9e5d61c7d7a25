import type { RowProblem } from "../../../tables/transfer.ts";
import { type Problem, problem } from "./problems.ts";
import type { Reading } from "./values.ts";

/** The columns of a file and the field that is assigned to each. */
export interface ColumnTargets<Target extends string = string> {
  readonly columns: readonly string[];
  readonly targets: readonly (Target | null)[];
}

/** The cells of one row by field, with the problems found so far. */
export class RowCells<Target extends string> {
  readonly problems: RowProblem[] = [];
  readonly #cells: readonly string[];
  readonly #columns: ColumnTargets<Target>;

  constructor(cells: readonly string[], columns: ColumnTargets<Target>) {
    this.#cells = cells;
    this.#columns = columns;
  }

  /** Returns the cell of a field; empty if no column has the field. */
  of(target: Target): string {
    return this.#cells[this.#columns.targets.indexOf(target)] ?? "";
  }

  /** Returns the name of the column of a field; null if no column has the field. */
  columnOf(target: Target): string | null {
    return this.#columns.columns[this.#columns.targets.indexOf(target)] ?? null;
  }

  /** Returns the value of a cell. If the cell is invalid, reports the problem and returns null. */
  read<T>(target: Target, reading: Reading<T>): T | null {
    if ("value" in reading) return reading.value;
    this.report(target, reading);
    return null;
  }

  /** Truncates a text to `max` characters, and reports a problem if the text is longer. */
  short(target: Target, text: string, max: number): string {
    const characters = [...text];
    if (characters.length <= max) return text;
    this.report(target, problem("truncated", max));
    return characters.slice(0, max).join("").trim();
  }

  /** Reports a problem with a field, or with the whole row if no column has the field. */
  report(target: Target | null, { code, message }: Problem): void {
    this.problems.push({ column: target === null ? null : this.columnOf(target), code, message });
  }

  /** Returns whether a problem with the column of this field was reported. */
  isReported(target: Target): boolean {
    const name = this.columnOf(target);
    return name !== null && this.problems.some(({ column }) => column === name);
  }
}
