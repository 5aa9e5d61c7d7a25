import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { RowProblem } from "../../../tables/transfer.ts";
import type { ImportedRow } from "./rowStore.ts";
import type { ImportRowRecord } from "./schema.ts";
import type { ImportRow } from "./store.ts";

export interface FileRow {
  readonly row_number: number;
  readonly cells: readonly string[] | null;
}

/** The ids that the import stores with a row, so that later imports and the undo of this import find the row's records. */
interface RowReferences {
  /** The id in the other program, by which later imports find the record. */
  readonly external_id: string | null;
  readonly client_id: string | null;
  readonly service_id: string | null;
  /** The category that the import created for the service. */
  readonly category_id: string | null;
  /** The staff members whom the import assigned to the service. */
  readonly staff_ids: readonly string[];
  readonly appointment_id: string | null;
}

/** The references of a row that has neither created nor matched a record. */
export const NO_REFERENCES: RowReferences = {
  external_id: null,
  client_id: null,
  service_id: null,
  category_id: null,
  staff_ids: [],
  appointment_id: null,
};

/** The outcome of a row, with the records that the row created or matched. */
export interface Decision {
  readonly rowNumber: number;
  readonly outcome: "created" | "matched" | "refused";
  readonly problems: readonly RowProblem[];
  /** The ids to store with the row, in addition to its outcome. */
  readonly references: Partial<RowReferences>;
}

/** Determines the outcomes of pages of rows, in file order, and considers the rows of earlier pages. Creates no records. */
export type Planner = (rows: readonly FileRow[]) => Promise<Decision[]>;

/** The import whose rows are previewed, with the time of the request. */
interface Preview {
  readonly businessId: string;
  readonly row: ImportRow;
  readonly now: number;
}

/** A page of rows that the worker imports. */
export interface Batch {
  readonly businessId: string;
  /** The user who started the import. */
  readonly userId: string | null;
  readonly rows: readonly FileRow[];
  readonly now: number;
}

/** The functions and limits of one kind of import. All other code of imports is the same for all kinds. */
export interface ImportKind {
  readonly maxRows: number;
  /** The number of rows that one query reads and one transaction imports. */
  readonly rowsPerBatch: number;
  /** Suggests a target for each column by its name; null for an unknown name. */
  suggest(reader: Reader, businessId: string, columns: readonly string[]): Promise<(string | null)[]>;
  /**
   * Returns the problems of an assignment of columns to targets. The assignment must have one entry for each column of the
   * file.
   */
  targetProblems(
    reader: Reader,
    businessId: string,
    targets: readonly (string | null)[],
  ): Promise<FieldProblem[]>;
  /** Returns a planner for the preview. */
  planner(reader: Reader, preview: Preview): Promise<Planner>;
  /** Determines the outcomes of a page of rows again and creates their records, without publishing events. */
  run(tx: Transaction, row: ImportRow, batch: Batch): Promise<Decision[]>;
  /**
   * Deletes the records that these rows created, except for records that were changed after the import. The caller has already deleted the
   * rows. If another table references one of the records, the transaction fails.
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
