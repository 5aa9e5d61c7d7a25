import { newId } from "../../src/kernel/ids.ts";
import type { Field, Row } from "./tables.ts";
import type { RequestInput } from "./twoBusinesses.ts";

/** A request with one value that the field's description accepts or rejects. */
export interface FieldTrial {
  readonly what: string;
  readonly input: RequestInput;
  /** Null if the value must be accepted, otherwise the path in the 422 response. */
  readonly refusedAt: string | null;
}

/**
 * Builds one request for each value that the description of a field accepts or rejects. `make` returns a valid request on new
 * records, into which the function inserts the value.
 */
export async function fieldTrials(
  row: Row,
  field: Field,
  make: () => Promise<RequestInput>,
): Promise<FieldTrial[]> {
  const { name, words } = field;
  const inQuery = row.method === "GET" || row.method === "DELETE";
  const part = inQuery ? "query" : "body";
  const withValue = async (value: unknown): Promise<RequestInput> => {
    const input = await make();
    const { [name]: _, ...rest } = { ...(input[part] as Record<string, unknown>) };
    return { ...input, [part]: value === undefined ? rest : { ...rest, [name]: value } };
  };
  const refused = async (what: string, value: unknown, at = `/${name}`): Promise<FieldTrial> => ({
    what: `${name} ${what}`,
    input: await withValue(value),
    refusedAt: at,
  });
  const accepted = async (what: string, value: unknown): Promise<FieldTrial> => ({
    what: `${name} ${what}`,
    input: await withValue(value),
    refusedAt: null,
  });

  const trials: FieldTrial[] = [];
  if (field.isRequired) trials.push(await refused("missing", undefined));
  for (const [what, value] of wrongValues(words, inQuery)) trials.push(await refused(what, value));
  if (!inQuery && /^uuid/.test(words) && field.isRequired)
    trials.push(await refused("of no record", newId()));
  if (/ or null/.test(words)) trials.push(await accepted("null", null));
  const max = /max(?:imum)? (\d+)/.exec(words)?.[1];
  if (max !== undefined) {
    // The limit counts Unicode characters, not UTF-16 code units.
    trials.push(await accepted(`of ${max} characters`, "😀".repeat(Number(max))));
    trials.push(await refused(`of ${max} characters plus one`, "😀".repeat(Number(max) + 1)));
  }
  const [, lowest, highest] = /(\d+)(?:-| to )(\d+)/.exec(words) ?? [];
  if (lowest !== undefined && highest !== undefined) {
    trials.push(await accepted(lowest, Number(lowest)), await accepted(highest, Number(highest)));
    trials.push(await refused(`${lowest} minus 1`, Number(lowest) - 1));
    trials.push(await refused(`${highest} plus 1`, Number(highest) + 1));
  }
  for (const inner of innerFields(words)) trials.push(await withoutInner(name, inner, make));
  return trials;
}

/**
 * Returns the required fields of list items described as "each item: `service_id` …" or "array of `{id: uuid, staff_id: uuid}`".
 */
function innerFields(words: string): string[] {
  if (!/each item:|array of `\{/.test(words)) return [];
  return [...words.matchAll(/`?(\w+)(?:`? \(|: )uuid/g)].map(([, name]) => String(name));
}

async function withoutInner(
  name: string,
  inner: string,
  make: () => Promise<RequestInput>,
): Promise<FieldTrial> {
  const input = await make();
  const body = input.body as Record<string, unknown>;
  const [first] = body[name] as Record<string, unknown>[];
  const { [inner]: _, ...rest } = first ?? {};
  return {
    what: `${name} without ${inner}`,
    input: { ...input, body: { ...body, [name]: [rest] } },
    refusedAt: `/${name}/0/${inner}`,
  };
}

/**
 * Returns values that do not have the described type or format. Returns none for a string parameter in a query, because a query
 * contains only text.
 */
function wrongValues(words: string, inQuery: boolean): [what: string, value: unknown][] {
  const type = /^(uuid|date-time|date|string|boolean|integer|array|object)/.exec(words)?.[1];
  const malformed: Readonly<Record<string, [string, unknown][]>> = {
    uuid: [["that is not an id", "x"]],
    "date-time": [
      ["without an offset", "2027-04-05T10:00:00"],
      ["that is not a time", "tomorrow"],
      ["of a year before 1900", "1899-12-31T23:59:59Z"],
      ["of a year with two digits", "0050-04-05T10:00:00Z"],
      ["of a year after 2200", "2201-01-01T00:00:00Z"],
    ],
    date: [["that is not a day", "2027-02-30"]],
    boolean: [["that is not a boolean", "maybe"]],
    array: [["that is not a list", {}]],
    object: [["that is not an object", []]],
    integer: [
      ["in quotes", "7"],
      ["with a fraction", 7.5],
    ],
  };
  const text: [string, unknown][] = [["of another type", 5]];
  if (/email format|URI/.test(words)) text.push(["of another format", "x"]);
  if (/E\.164/.test(words)) text.push(["with spaces", "+49 151 1"], ["without its plus", "4915112345678"]);
  if (type === undefined) return /state value/.test(words) ? [["that is not a state", "nowhere"]] : [];
  if (type === "string") return inQuery ? [] : text;
  return malformed[type] ?? [];
}
