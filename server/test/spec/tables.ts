import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A row of the specification's table of operations, and what its words say. */
export interface Row {
  /** `GET /businesses/{business}/clients`: what trials call it. */
  readonly name: string;
  readonly section: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** As it is written; null in the table that is for the owner's session alone. */
  readonly scope: string | null;
  readonly payload: string;
  readonly status: 200 | 201;
  /** Every error status it names. */
  readonly errors: readonly number[];
  /** The fields of its query or body, those of the record it names included. */
  readonly fields: readonly Field[];
  /** Everything it puts in code marks. */
  readonly names: readonly string[];
}

/** What the words about a field say. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly words: string;
}

/** The tables of the specification, copied word for word. */
export const ROWS_FILE = join(import.meta.dirname, "rows.md");
/** The same of the contract. */
export const RECORDS_FILE = join(import.meta.dirname, "records.md");

const text = readFileSync(ROWS_FILE, "utf8");

/** Every row of section 4, in its order. */
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

/** Rows of section 8: what is limited, and to what. */
export const limits = headedTables(chapter(text, 8)).flatMap(({ table }) =>
  table.slice(1).map(([item = "", limit = ""]) => ({ item, limit })),
);

/** Rows of section 7's second table: a status and whom it is used by. */
export const statuses = (headedTables(chapter(text, 7))[1]?.table ?? [])
  .slice(1)
  .map(([status = "", usedBy = ""]) => ({ status: Number(status), usedBy }));

/** Rows of the contract's table of error codes. */
export const errorCodes = headedTables(readFileSync(RECORDS_FILE, "utf8")).flatMap(({ table }) =>
  table.slice(1).flatMap(([code = "", status = "", , details = ""]) => {
    const codes = [...code.matchAll(/`(\w+)`/g)].map(([, name]) => String(name));
    return codes.map((name, at) => ({ name, status: Number(status.split(" / ")[at]), details }));
  }),
);

/** Every table's lines of a chapter of the specification, in order: what the copy is compared by. */
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

/** `{id: uuid, staff_id: uuid}` names two. */
function namesIn(marked: string): string[] {
  return marked
    .replaceAll(/[{}]/g, "")
    .split(",")
    .map((part) => part.split(":")[0]?.trim() ?? "")
    .filter((name) => /^\w+$/.test(name));
}

/** "`minutes` (integer, required)", and fields that the row only mentions. */
function describedFields(payload: string): Field[] {
  return [...payload.matchAll(/`(\w+)` \(((?:[^()]|\([^()]*\))*)\)/g)].map(([, name, words]) => ({
    name: String(name),
    isRequired: /(^|, )required/.test(String(words)),
    words: String(words),
  }));
}

/** The section 2 table that a row's words send to. */
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
  /** The head first; the line of dashes left out. */
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

/** A bar behind a backslash is part of its cell. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}
