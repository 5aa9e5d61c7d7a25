import { setImmediate as nextTurn } from "node:timers/promises";
import { type CsvError, parse } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";
import { invalid } from "../../../kernel/errors.ts";
import { PIECE_BYTES } from "./decodeFile.ts";
import { PackedRows } from "./packedRows.ts";

export const MAX_ROWS = 20_000;
export const MAX_COLUMNS = 100;
/**
 * The maximum number of separators in a file, including separators in quotes. Limits the parsing time, which grows with the
 * number of cells.
 */
const MAX_SEPARATORS = MAX_ROWS * MAX_COLUMNS;
const MAX_CELL_CHARACTERS = 20_000;
const SEPARATORS = [",", ";", "\t", "|"] as const;
const SAMPLE_LINES = 20;
/** The maximum length of the sample, because a file may consist of a single line. */
const SAMPLE_CHARACTERS = 16 * 1024;
/** The maximum length of a row: a file with a longer row is rejected, because a single row with millions of cells would fill the memory. */
const MAX_ROW_BYTES = 512 * 1024;
const MAX_PIECES_OF_ROW = MAX_ROW_BYTES / PIECE_BYTES;

/** A parsed CSV file: the column names from its first line, and its other rows without empty rows. */
export interface CsvFile {
  readonly separator: string;
  readonly columns: readonly string[];
  readonly rows: PackedRows;
}

const OPTIONS = {
  bom: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
} as const;

/**
 * Parses a CSV file whose text comes in pieces, which must not end within a character. A leading `sep=` line defines the separator; without
 * such a line, the separator is detected in the first piece. Throws `validation_failed` for a file that cannot be parsed.
 */
export async function readCsv(pieces: AsyncIterator<string>): Promise<CsvFile> {
  const first: string = (await pieces.next()).value ?? "";
  const [declaration = "", declared] = /^\ufeff?sep=(.)\r?\n/.exec(first) ?? [];
  const body = first.slice(declaration.length);
  const separator = declared ?? separatorOf(body);
  await nextTurn();
  const { columns, rows } = await recordsOf(body, pieces, separator);
  if (columns.length === 0)
    throw invalid({ path: "/file", message: "must start with a header row of column names" });
  if (columns.length > MAX_COLUMNS)
    throw invalid({ path: "/file", message: `must have at most ${MAX_COLUMNS} columns` });
  if (rows.length === 0)
    throw invalid({ path: "/file", message: "must have at least one row after the header row" });
  return {
    separator,
    columns: columns.map((name, index) => name.trim() || `Column ${index + 1}`),
    rows,
  };
}

/**
 * Parses text into the names of the columns and into rows with one cell for each column. Parses one piece in each turn of the event loop.
 * Cells after the last column are dropped.
 */
async function recordsOf(
  first: string,
  others: AsyncIterator<string>,
  separator: string,
): Promise<{ readonly columns: readonly string[]; readonly rows: PackedRows }> {
  let columns: string[] | undefined;
  const rows = new PackedRows();
  const parser = parse({ ...OPTIONS, delimiter: separator });
  const failed = new Promise<never>((_, reject) => parser.once("error", reject));
  // Prevents an unhandled rejection: the next `await` below throws the error.
  failed.catch(() => undefined);
  parser.on("data", (record: string[]) => {
    if (record.every((cell) => cell.trim() === "")) return;
    if (columns === undefined) {
      columns = record.slice(0, MAX_COLUMNS + 1).map(cleaned);
      return;
    }
    rows.push(columns.map((_, index) => cleaned(record[index] ?? "")));
    if (rows.length > MAX_ROWS)
      parser.destroy(invalid({ path: "/file", message: `must have at most ${MAX_ROWS} rows` }));
  });
  const rowsEnded = () => parser.info.records + parser.info.empty_lines;
  let piecesOfRow = 0;
  let separators = 0;
  try {
    for (let piece: string | undefined = first; piece !== undefined; piece = await nextOf(others)) {
      separators += piece.split(separator).length - 1;
      if (separators > MAX_SEPARATORS)
        throw invalid({
          path: "/file",
          message: `must have at most ${MAX_SEPARATORS} column separators, including those in quotes`,
        });
      const before = rowsEnded();
      parser.write(piece);
      await Promise.race([nextTurn(), failed]);
      piecesOfRow = rowsEnded() === before ? piecesOfRow + 1 : 0;
      if (piecesOfRow > MAX_PIECES_OF_ROW)
        throw invalid({
          path: "/file",
          message: `must not have rows of more than ${MAX_ROW_BYTES} bytes`,
        });
    }
    const ended = new Promise<void>((resolve) => parser.once("end", resolve));
    parser.end();
    await Promise.race([ended, failed]);
  } catch (error) {
    const { lines, code } = error as Partial<CsvError>;
    if (code === undefined || lines === undefined) throw error;
    throw invalid({ path: "/file", message: `must be valid CSV: the problem is near line ${lines}` });
  }
  return { columns: columns ?? [], rows };
}

async function nextOf(pieces: AsyncIterator<string>): Promise<string | undefined> {
  const { done, value } = await pieces.next();
  return done ? undefined : value;
}

/**
 * Returns the separator with the highest score: the number of columns in the first line, times the number of sampled lines with the same
 * number of columns.
 */
function separatorOf(text: string): string {
  const lines = text.slice(0, SAMPLE_CHARACTERS).split(/\r\n|\n|\r/, SAMPLE_LINES);
  const sample = lines.join("\n");
  const scores = SEPARATORS.map((separator) => {
    try {
      const records = parseSync(sample, {
        ...OPTIONS,
        skip_records_with_empty_values: true,
        delimiter: separator,
      }) as string[][];
      const width = records[0]?.length ?? 0;
      return width < 2 ? 0 : width * records.filter(({ length }) => length === width).length;
    } catch {
      // The parser throws an error if the sample ends within a quoted cell. The score is then the number of separators in the first line.
      return (lines[0] ?? "").split(separator).length - 1;
    }
  });
  const best = scores.indexOf(Math.max(...scores));
  return SEPARATORS[best] ?? ",";
}

/**
 * Removes control characters, because PostgreSQL rejects some of them and browsers cannot display them. Unwraps `="0049"`, a formula that
 * prevents spreadsheet programs from reformatting a number. Truncates the cell to its maximum length.
 */
function cleaned(cell: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  const text = cell.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]/g, "");
  return (/^="(.*)"$/s.exec(text)?.[1] ?? text).slice(0, MAX_CELL_CHARACTERS).toWellFormed();
}
