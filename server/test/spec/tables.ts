import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A parsed row in the specification's tables of operations. */
export interface Row {
  /** The method and path, such as `GET /businesses/{business}/clients`. The name is also the key of the row's trial. */
  readonly name: string;
  readonly section: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** The text of the scope column; null in the table of operations that need an owner's session, which has no such column. */
  readonly scope: string | null;
  readonly payload: string;
  readonly status: 200 | 201;
  readonly errors: readonly number[];
  /** The fields of the operation's query or body, including those of the record that the row refers to. */
  readonly fields: readonly Field[];
  /** The names in backticks in the row. */
  readonly names: readonly string[];
}

/** A field as a row describes it. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly words: string;
}

/** The path of the file with the specification's tables, copied verbatim. */
export const ROWS_FILE = join(import.meta.dirname, "rows.md");
/** The path of the file with the contract's records and error codes, copied verbatim. */
export const RECORDS_FILE = join(import.meta.dirname, "records.md");

const text = readFileSync(ROWS_FILE, "utf8");

/** The rows of section 4, in their order. */
export const rows: readonly Row[] = headedTables(chapter(text, 4)).flatMap(({ heading, table }) => {
  const [head = [], ...body] = table;
  return body.map((cells) => {
    const cell = (name: string) => cells[head.indexOf(name)] ?? "";
    return rowOf(heading, {
      method: cell("Method") as Row["method"],
      path: cell("Path"),
      scope: head.includes("Scope") ? cell("Scope") : null,
      payload: cell("Payload"),
    });
  });
});

/** The limits of section 8. */
export const limits = headedTables(chapter(text, 8)).flatMap(({ table }) =>
  table.slice(1).map(([item = "", limit = ""]) => ({ item, limit })),
);

/** The second table of section 7: success and error statuses with the operations that return them. */
export const statuses = (headedTables(chapter(text, 7))[1]?.table ?? [])
  .slice(1)
  .map(([status = "", usedBy = ""]) => ({ status: Number(status), usedBy }));

/** The error codes and fields in the contract that this release does not implement. */
export const PLANNED: ReadonlySet<string> = new Set(["deposits_open"]);

/** The contract's table of error codes, without planned error codes. */
export const errorCodes = headedTables(readFileSync(RECORDS_FILE, "utf8")).flatMap(({ table }) =>
  table.slice(1).flatMap(([code = "", status = "", , details = ""]) => {
    const codes = [...code.matchAll(/`(\w+)`/g)].map(([, name]) => String(name));
    return codes
      .map((name, at) => {
        const each = status.split(/ [/·] /);
        return { name, status: Number(each[at] ?? each[0]), details };
      })
      .filter(({ name }) => !PLANNED.has(name));
  }),
);

/** Returns the lines of all tables in a chapter, in order. */
export function tableLines(specification: string, number: number): string[] {
  return chapter(specification, number)
    .split("\n")
    .filter((line) => line.startsWith("|"));
}

function rowOf(section: string, row: Pick<Row, "method" | "path" | "scope" | "payload">): Row {
  const { payload } = row;
  const named = [...payload.matchAll(/`([^`]+)`/g)].flatMap(([, marked]) => namesIn(String(marked)));
  const listed = /Errors: ([\d, ]+)/.exec(payload)?.[1]?.split(", ").map(Number) ?? [];
  const answered = [...payload.matchAll(/Answers (4\d\d)/g)].map(([, status]) => Number(status));
  return {
    ...row,
    section,
    name: `${row.method} ${row.path}`,
    status: /\b201\b/.test(payload) ? 201 : 200,
    errors: [...new Set([...listed, ...answered])],
    fields: [...recordFields(payload), ...describedFields(payload)],
    names: [...new Set(named)],
  };
}

/** Returns the names in the text between two backticks. For example, `{id: uuid, staff_id: uuid}` contains two names. */
function namesIn(marked: string): string[] {
  return marked
    .replaceAll(/[{}]/g, "")
    .split(",")
    .map((part) => part.split(":")[0]?.trim() ?? "")
    .filter((name) => /^\w+$/.test(name));
}

/** Returns the fields that a row describes in the form "`minutes` (integer, required)". */
function describedFields(payload: string): Field[] {
  return [...payload.matchAll(/`(\w+)` \(((?:[^()]|\([^()]*\))*)\)/g)].map(([, name, words]) => ({
    name: String(name),
    isRequired: /(^|, )required/.test(String(words)),
    words: String(words),
  }));
}

/** Returns the fields in the section 2 table that a row refers to. */
function recordFields(payload: string): Field[] {
  const record =
    /body as (Appointment|Client|Block)/.exec(payload)?.[1] ??
    (/the booking body/.test(payload) ? "Appointment" : undefined) ??
    (/same fields as create/.test(payload) ? "Client" : undefined) ??
    (/\{label, scopes\}/.test(payload) ? "API key" : undefined) ??
    (/\{url, events, source\}/.test(payload) ? "Webhook endpoint" : undefined);
  if (record === undefined) return [];
  const isChange = /same fields as create/.test(payload);
  const table = headedTables(chapter(text, 2)).find(({ heading }) => heading.startsWith(record))?.table ?? [];
  const [head = [], ...body] = table;
  return body.map((cells) => {
    const [name = "", type = ""] = cells;
    const needed = cells[head.findIndex((title) => title.startsWith("Required"))] ?? cells[2] ?? "";
    const notes = cells.at(-1) ?? "";
    return { name, isRequired: !isChange && /^(yes|required)/.test(needed), words: `${type}, ${notes}` };
  });
}

function chapter(specification: string, number: number): string {
  const start = specification.indexOf(`\n## ${number}. `);
  if (start < 0) throw new Error(`The specification has no section ${number}.`);
  const end = specification.indexOf("\n## ", start + 1);
  return specification.slice(start, end < 0 ? undefined : end);
}

interface HeadedTable {
  readonly heading: string;
  /** The cells of each row. The first row is the header; the line of dashes is omitted. */
  readonly table: readonly (readonly string[])[];
}

function headedTables(markdown: string): HeadedTable[] {
  const found: { heading: string; table: string[][] }[] = [];
  let heading = "";
  let isInside = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("#")) heading = line.replace(/^#+ /, "");
    if (!line.startsWith("|")) isInside = false;
    else if (!isInside) {
      found.push({ heading, table: [cellsOf(line)] });
      isInside = true;
    } else if (!/^\|[-|]+\|$/.test(line)) found.at(-1)?.table.push(cellsOf(line));
  }
  return found;
}

/** Splits a table line into cells. An escaped bar is part of its cell. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
