import { readFileSync } from "node:fs";
import { PLANNED, RECORDS_FILE } from "./tables.ts";

/** The shape of a value, parsed from the contract's notation. */
type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "text"; readonly words?: readonly string[] }
  | { readonly kind: "number" }
  | { readonly kind: "flag" }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "map" }
  | { readonly kind: "record"; readonly fields: ReadonlyMap<string, FieldShape> };
interface FieldShape {
  readonly isNullable: boolean;
  readonly shape: Shape;
}

/** The records in section 3 of the contract, in order, followed by the availability response in section 4. */
const NAMES = [
  "business",
  "location",
  "service",
  "service category",
  "staff member",
  "staff hours",
  "appointment",
  "client",
  "block",
  "payment",
  "payments account",
  "sale",
  "photo",
  "form",
  "forms link",
  "wallet",
  "promotion",
  "API key",
  "webhook endpoint",
  "availability",
] as const;
export type RecordName = (typeof NAMES)[number];

/** Fields that may be absent. All other fields are always present and are null if empty (contract §3). */
const ABSENT = new Set(["key", "secret", "shifts", "days", "explanations"]);
/**
 * In the notation, fields without a value are texts. These fields are exceptions whose types the contract describes
 * elsewhere.
 */
const NUMBERS = ["max_per_day", "duration_minutes", "promotion.percent"];
const MONEY = ["service.staff.price", "promotion.amount"];
const DATES = ["patch_test_at"];
/** Records without `created_at` and `updated_at`. An applied promotion has `applied_at` instead. */
const WITHOUT_TIMES = ["promotion"];
/** Fields that section 3 of the contract omits, in the contract's notation, by the path of their record. */
const ADDED_FIELDS: Readonly<Record<string, string>> = {
  photo: '"preview_url","thumbnail_url","caption"?',
  form: '"sent_at"?,"opened_at"?',
  "API key": '"prefix"?',
  location: '"version":1',
  "staff member": '"photo_url"?',
  "staff hours": '"version":1',
  "staff hours.time_off": '"version":1',
  "appointment.items": '"initial_minutes":1,"processing_minutes":1,"finishing_minutes":1',
  block: '"version":1',
  business: '"tax_number"?,"accent_color"?,"sandbox":true',
  service: '"tax_rate_id"?',
  sale: '"receipt_number"?:1,"taxes":[]',
  "sale.lines":
    '"item_id"?,"entitlement_ids":[],"product_id"?,"tax_rate_id"?,"prepaid_product_id"?,"promotion_id"?',
  wallet: '"has_more":false',
  "wallet.packages": '"blocked_at"?',
  "wallet.membership_credits": '"blocked_at"?',
  "wallet.gift_cards": '"blocked_at"?',
};

const money: Shape = {
  kind: "record",
  fields: new Map([
    ["amount", { isNullable: false, shape: { kind: "number" } }],
    ["currency", { isNullable: false, shape: { kind: "text" } }],
  ]),
};

const records = readRecords();

/**
 * Returns all differences between a value and the record's shape: unknown or missing fields, wrong types, and words outside
 * an enumeration. Adds the paths of non-empty lists to `filled`.
 */
export function differences(name: RecordName, value: unknown, filled?: Set<string>): string[] {
  const shape = records.get(name);
  if (shape === undefined) throw new Error(`The contract has no record ${name}.`);
  return compare(shape, value, name, filled ?? new Set());
}

/**
 * Returns the paths of all lists of records in a record. The items of a list are checked only if a test has received a
 * non-empty list.
 */
export function listsOf(name: RecordName): string[] {
  const found: string[] = [];
  const look = (shape: Shape, path: string) => {
    if (shape.kind === "list" && shape.of.kind === "record") {
      found.push(path);
      look(shape.of, path);
    }
    if (shape.kind !== "record") return;
    for (const [field, value] of shape.fields) if (!ABSENT.has(field)) look(value.shape, `${path}.${field}`);
  };
  look(records.get(name) ?? { kind: "any" }, name);
  return found;
}

function compare(shape: Shape, value: unknown, path: string, filled: Set<string>): string[] {
  const wrong = (expected: string) => [`${path} should be ${expected}, is ${JSON.stringify(value)}`];
  switch (shape.kind) {
    case "any":
      return value === undefined ? wrong("value") : [];
    case "flag":
      return typeof value === "boolean" ? [] : wrong("boolean");
    case "number":
      return Number.isSafeInteger(value) ? [] : wrong("integer");
    case "map":
      return isRecord(value) ? [] : wrong("object");
    case "text":
      return isText(shape, value, path.split(".").at(-1) ?? "")
        ? []
        : wrong(shape.words?.join("|") ?? "text");
    case "list":
      if (!Array.isArray(value)) return wrong("list");
      if (value.length > 0) filled.add(path);
      return value.flatMap((inner) => compare(shape.of, inner, path, filled));
    case "record":
      if (!isRecord(value)) return wrong("object");
      return [
        ...Object.keys(value)
          .filter((name) => !shape.fields.has(name))
          .map((name) => `${path}.${name} is unknown`),
        ...[...shape.fields].flatMap(([name, { isNullable, shape: inner }]) => {
          if (!Object.hasOwn(value, name)) return ABSENT.has(name) ? [] : [`${path}.${name} is missing`];
          return isNullable && value[name] === null
            ? []
            : compare(inner, value[name], `${path}.${name}`, filled);
        }),
      ];
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|[+-]\d\d:\d\d)$/;

function isText(shape: Extract<Shape, { kind: "text" }>, value: unknown, name: string): boolean {
  if (typeof value !== "string") return false;
  if (shape.words !== undefined) return shape.words.includes(value);
  if (name === "id" || name.endsWith("_id")) return UUID.test(value);
  if (name === "date" || DATES.includes(name)) return DATE.test(value);
  return name.endsWith("_at") ? DATE_TIME.test(value) : true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function readRecords(): Map<RecordName, Shape> {
  const written = readFileSync(RECORDS_FILE, "utf8");
  const blocks = [...written.matchAll(/```jsonc\n(.*?)```/gs)].map(([, block]) => String(block));
  const bare = blocks.join("\n").replaceAll(/\/\/.*$|\/\*.*?\*\//gm, "");
  const tokens = tokensOf(bare);
  const shapes: Shape[] = [];
  while (tokens.length > 0) shapes.push(readShape(tokens, NAMES[shapes.length] ?? ""));
  if (shapes.length !== NAMES.length)
    throw new Error(`The contract has ${shapes.length} records, but NAMES lists ${NAMES.length}.`);
  return new Map(NAMES.map((name, at) => [name, withOmittedFields(name, shapes[at] as Shape)]));
}

function tokensOf(text: string): string[] {
  return text.match(/"[^"]*"|[{}[\]:,?]|\w+/g) ?? [];
}

/**
 * Adds `created_at` and `updated_at`, which the notation omits, to the shapes of stored records. Computed responses have no
 * `id` and no such times (contract §1, §3).
 */
function withOmittedFields(name: RecordName, shape: Shape): Shape {
  if (shape.kind !== "record" || !shape.fields.has("id")) return shape;
  if (shape.fields.has("created_at") || WITHOUT_TIMES.includes(name)) return shape;
  const text: FieldShape = { isNullable: false, shape: { kind: "text" } };
  return {
    kind: "record",
    fields: new Map([...shape.fields, ["created_at", text], ["updated_at", text]]),
  };
}

/** Parses one shape and removes its tokens from the list. */
function readShape(tokens: string[], path: string): Shape {
  const token = tokens.shift() ?? "";
  if (token === "{") return readFields(tokens, path);
  if (token === "[") {
    const of: Shape = tokens[0] === "]" ? { kind: "any" } : readShape(tokens, path);
    expectToken(tokens, "]");
    return { kind: "list", of };
  }
  if (token === "Money") return money;
  if (token === "value") return { kind: "any" };
  if (token === "true" || token === "false") return { kind: "flag" };
  if (/^\d+$/.test(token)) return { kind: "number" };
  // In the notation, a single word is an example, and several words separated by bars are an enumeration.
  const words = token.slice(1, -1).split("|");
  return words.length > 1 ? { kind: "text", words } : { kind: "text" };
}

function readFields(tokens: string[], path: string): Shape {
  const fields = new Map<string, FieldShape>();
  let isMap = false;
  const added = tokensOf(ADDED_FIELDS[path] ?? "");
  if (added.length > 0) tokens.splice(0, 0, ...added, ",");
  while (tokens[0] !== "}") {
    const name = (tokens.shift() ?? "").slice(1, -1);
    if (name.startsWith("<")) isMap = true;
    const isNullable = tokens[0] === "?";
    if (isNullable) tokens.shift();
    const inner = `${path}.${name}`;
    let shape = bareShape(name, inner);
    if (tokens[0] === ":") {
      tokens.shift();
      shape = readShape(tokens, inner);
    }
    if (!PLANNED.has(name)) fields.set(name, { isNullable, shape });
    if (tokens[0] === ",") tokens.shift();
  }
  expectToken(tokens, "}");
  return isMap ? { kind: "map" } : { kind: "record", fields };
}

function bareShape(name: string, path: string): Shape {
  if (NUMBERS.includes(name) || NUMBERS.includes(path)) return { kind: "number" };
  if (MONEY.includes(path)) return money;
  // The type of a form answer depends on its question. The two availability lists are returned only on request.
  if (name === "value" || name === "days" || name === "explanations") return { kind: "any" };
  return { kind: "text" };
}

function expectToken(tokens: string[], wanted: string): void {
  const found = tokens.shift();
  if (found !== wanted) throw new Error(`The contract's records have ${found} where ${wanted} should be.`);
}
