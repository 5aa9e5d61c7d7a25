import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { RowProblem } from "../../../tables/transfer.ts";
import type { ImportedRow } from "./rowStore.ts";
import type { ImportRowRecord } from "./schema.ts";
import type { ImportRow } from "./store.ts";

/** A row of a file with its cells. */
export interface FileRow {
  readonly row_number: number;
  readonly cells: readonly string[] | null;
}

/** The decision about a row, with the records that the row created or matched. */
export interface Decision {
  readonly rowNumber: number;
  readonly outcome: "created" | "matched" | "refused";
  readonly problems: readonly RowProblem[];
  /** The id in the other program by which later imports find the record. */
  readonly externalId: string | null;
  readonly clientId: string | null;
  readonly serviceId: string | null;
  /** The category that the import created for the service. */
  readonly categoryId: string | null;
}

/** Decides about pages of rows, in file order, and remembers the rows of earlier pages. Creates no records. */
export type Planner = (rows: readonly FileRow[]) => Promise<Decision[]>;

/** A page of rows that the worker imports. */
export interface Batch {
  readonly businessId: string;
  /** The user who started the import. */
  readonly userId: string | null;
  readonly rows: readonly FileRow[];
  readonly now: number;
}

/** What differs between imports of clients and imports of other records. All other code is the same for all kinds. */
export interface ImportKind {
  /** The maximum number of rows of a file. */
  readonly maxRows: number;
  /** Suggests a target for each column by its name; null for an unknown name. */
  suggest(reader: Reader, businessId: string, columns: readonly string[]): Promise<(string | null)[]>;
  /** Returns the problems of an assignment of columns with as many entries as the file has columns. */
  targetProblems(
    reader: Reader,
    businessId: string,
    targets: readonly (string | null)[],
  ): Promise<FieldProblem[]>;
  /** Returns a planner for the preview. */
  planner(reader: Reader, businessId: string, row: ImportRow): Promise<Planner>;
  /** Decides about a page of rows again and creates their records, without publishing events. */
  run(tx: Transaction, row: ImportRow, batch: Batch): Promise<Decision[]>;
  /**
   * Deletes the records that these rows created, except for records that were changed since. The rows themselves are already
   * deleted. A record to which another table refers makes the transaction fail.
   */
  undo(tx: Transaction, businessId: string, rows: readonly ImportedRow[]): Promise<void>;
  /** Converts rows to API records. */
  records(
    reader: Reader,
    businessId: string,
    row: ImportRow,
    rows: readonly ImportedRow[],
  ): Promise<ImportRowRecord[]>;
}
