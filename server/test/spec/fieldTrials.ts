import { newId } from "../../src/kernel/ids.ts";
import type { Field, Row } from "./tables.ts";
import type { RequestInput } from "./twoBusinesses.ts";

/** A request with one thing in it that the words about a field allow or forbid. */
export interface FieldTrial {
  readonly what: string;
  readonly wish: RequestInput;
  /** Null: it is taken. Else the place that a 422 names. */
  readonly refusedAt: string | null;
}

/** Everything that the words about a field say, tried on a request that is right. `make` answers one with new records. */
export async function fieldTrials(
  row: Row,
  field: Field,
  make: () => Promise<RequestInput>,
): Promise<FieldTrial[]> {
  const { name, words } = field;
  const inQuery = row.method === "GET" || row.method === "DELETE";
  const part = inQuery ? "query" : "body";
  const put = async (value: unknown): Promise<RequestInput> => {
    const wish = await make();
    const { [name]: _, ...rest } = { ...(wish[part] as Record<string, unknown>) };
    return { ...wish, [part]: value === undefined ? rest : { ...rest, [name]: value } };
  };
  const refused = async (what: string, value: unknown, at = `/${name}`): Promise<FieldTrial> => ({
    what: `${name} ${what}`,
    wish: await put(value),
    refusedAt: at,
  });
  const taken = async (what: string, value: unknown): Promise<FieldTrial> => ({
    what: `${name} ${what}`,
    wish: await put(value),
    refusedAt: null,
  });

  const trials: FieldTrial[] = [];
  if (field.isRequired) trials.push(await refused("left away", undefined));
  for (const [what, value] of wrongValues(words, inQuery)) trials.push(await refused(what, value));
  if (!inQuery && /^uuid/.test(words) && field.isRequired) trials.push(await refused("of nothing", newId()));
  if (/ or null/.test(words)) trials.push(await taken("null", null));
  const most = /max(?:imum)? (\d+)/.exec(words)?.[1];
  if (most !== undefined) {
    // Characters are counted, not what they take in a string of ours.
    trials.push(await taken(`of ${most} characters`, "😀".repeat(Number(most))));
    trials.push(await refused(`of ${most} characters and one`, "😀".repeat(Number(most) + 1)));
  }
  const [, least, greatest] = /(\d+)(?:-| to )(\d+)/.exec(words) ?? [];
  if (least !== undefined && greatest !== undefined) {
    trials.push(await taken(least, Number(least)), await taken(greatest, Number(greatest)));
    trials.push(await refused(`${least} less one`, Number(least) - 1));
    trials.push(await refused(`${greatest} and one`, Number(greatest) + 1));
  }
  for (const inner of innerFields(words)) trials.push(await withoutInner(name, inner, make));
  return trials;
}

/** "each item: `service_id` …", "array of `{id: uuid, staff_id: uuid}`": all of them required. */
function innerFields(words: string): string[] {
  if (!/each item:|array of `\{/.test(words)) return [];
  return [...words.matchAll(/`?(\w+)(?:`? \(|: )uuid/g)].map(([, name]) => String(name));
}

async function withoutInner(
  name: string,
  inner: string,
  make: () => Promise<RequestInput>,
): Promise<FieldTrial> {
  const wish = await make();
  const body = wish.body as Record<string, unknown>;
  const [first] = body[name] as Record<string, unknown>[];
  const { [inner]: _, ...rest } = first ?? {};
  return {
    what: `${name} without ${inner}`,
    wish: { ...wish, body: { ...body, [name]: [rest] } },
    refusedAt: `/${name}/0/${inner}`,
  };
}

/** Values of another type than the words say; in a query everything is text, and only some of it can be read. */
function wrongValues(words: string, inQuery: boolean): [what: string, value: unknown][] {
  const type = /^(uuid|date-time|date|string|boolean|integer|array|object)/.exec(words)?.[1];
  const unreadable: Readonly<Record<string, [string, unknown][]>> = {
    uuid: [["that is no id", "x"]],
    "date-time": [
      ["without an offset", "2027-04-05T10:00:00"],
      ["that is no time", "tomorrow"],
      ["of a year before ours", "1899-12-31T23:59:59Z"],
      ["of a year with two digits", "0050-04-05T10:00:00Z"],
      ["of a year behind ours", "2201-01-01T00:00:00Z"],
    ],
    date: [["that is no day", "2027-02-30"]],
    boolean: [["that is neither", "maybe"]],
    array: [["that is no list", {}]],
    object: [["that is none", []]],
    integer: [
      ["in quotes", "7"],
      ["with a fraction", 7.5],
    ],
  };
  const text: [string, unknown][] = [["of another type", 5]];
  if (/email format|URI/.test(words)) text.push(["that is none", "x"]);
  if (/E\.164/.test(words)) text.push(["with spaces", "+49 151 1"], ["without its plus", "4915112345678"]);
  if (type === undefined) return /state value/.test(words) ? [["that is no state", "nowhere"]] : [];
  if (type === "string") return inQuery ? [] : text;
  return unreadable[type] ?? [];
}
