import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { PAGE_SIZE } from "./cursor.ts";
import { MAX_CURSOR_LENGTH } from "./cursorSeal.ts";

/**
 * The identifier of a record. Like all schemas in this file it validates input, provides the TypeScript type and documents the API.
 * Schemas with an `$id` become named components of the published description.
 */
export const Id = Type.String({
  format: "uuid",
  description: "Identifier: a UUID",
  examples: ["01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10"],
});

/** A date-time. In responses it has the location's UTC offset if it belongs to a location, otherwise `Z` (contract §1). */
export const DateTime = Type.String({
  format: "date-time",
  description: "ISO 8601 date-time with a UTC offset",
  examples: ["2027-03-29T09:00:00+02:00"],
});

/** Returns the schema with another description, which must state the field's meaning and unit. */
export function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}

/** Returns the schema of an instant in a response, with the location's UTC offset at that time (contract §1). */
export function atLocation(description: string) {
  return described(DateTime, `${description}; with the location's UTC offset`);
}

/** Returns the schema of an instant in a response that belongs to no location. */
export function utc(description: string) {
  return { ...described(DateTime, `${description}, in UTC`), examples: ["2027-03-29T07:00:00Z"] };
}

/** Returns the schema of an instant in a request. */
export function sent(description: string) {
  return described(DateTime, `${description}; with a UTC offset or \`Z\``);
}

export const CreatedAt = utc("Time of creation");
export const UpdatedAt = utc("Time of the last change");

export const LocalDate = Type.String({
  format: "date",
  description: "Local date, YYYY-MM-DD",
  examples: ["2027-03-29"],
});

/** A date or a date-time in a query. A date means the whole local day. */
export const DateOrDateTime = Type.String({
  format: "date-or-date-time",
  description: "A local date (YYYY-MM-DD) or a date-time with a UTC offset",
  examples: ["2027-03-29"],
});

export const WallTime = Type.String({
  pattern: "^([0-3][0-9]|4[0-7]):[0-5][0-9]$|^48:00$",
  description: "Wall-clock time, HH:MM; an end may be up to 48:00 (past midnight)",
  examples: ["09:00"],
});

export const TimeZone = Type.String({
  description: "IANA time zone name",
  examples: ["Europe/Berlin"],
});

export const Currency = Type.String({
  pattern: "^[A-Z]{3}$",
  description: "ISO 4217 currency code",
  examples: ["EUR"],
});

export const Money = record("Money", "An amount in minor units of its currency (JPY has 0 decimals, KWD 3)", {
  amount: Type.Integer({
    description: "Minor units of the currency: 4500 is 45.00 EUR, and 4500 JPY",
    examples: [4500],
  }),
  currency: Currency,
});

/** Returns the schema of text with `min` to `max` characters (code points) after trimming. */
export function line(max: number, description?: string, min = 0) {
  return Type.String({
    maxLength: max,
    ...(min > 0 ? { minLength: min } : {}),
    ...(description ? { description } : {}),
  });
}

/**
 * Returns the schema of a closed set of values as one `enum`, because a union of literals would become an `anyOf`. An enum that several
 * fields share needs a name in publishedEnums.ts.
 */
export function words<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>({
    type: "string",
    enum: [...values],
    ...(description ? { description } : {}),
  });
}

/** Returns the schema of a nullable value. A schema with an `$id` becomes a reference with the description next to it. */
export function nullable<S extends TSchema>(schema: S, description?: string) {
  const plain = schema as unknown as { type?: unknown; $id?: string; enum?: unknown[] };
  if (typeof plain.type === "string" && plain.$id === undefined) {
    const widened = {
      ...plain,
      type: [plain.type, "null"],
      ...(plain.enum ? { enum: [...plain.enum, null] } : {}),
      ...(description === undefined ? {} : { description }),
    };
    return Type.Unsafe<Static<S> | null>(widened);
  }
  return Type.Unsafe<Static<S> | null>({
    anyOf: [schema, { type: "null" }],
    ...(description === undefined ? {} : { description }),
  });
}

/**
 * Returns the schema of an object in a response. It has exactly these fields, and all but the optional ones are always present. It is
 * published as open, because later versions may add fields (contract §1).
 */
export function record<P extends TProperties>($id: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { $id, description, additionalProperties: false });
}

/** Returns the schema of an object in a request. Unknown fields are rejected, because they are client errors (contract §1). */
export function input<P extends TProperties>($id: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { $id, description, additionalProperties: false });
}

/** Returns the schema of an operation's query. Unknown parameters are rejected. */
export function query<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** Returns the schema of a list in a query. Values are comma-separated, such as `status=booked,arrived`, or repeated. */
export function commaList<S extends TSchema>(
  item: S,
  options: { minItems?: number; maxItems?: number; description?: string } = {},
) {
  return Type.Array(item, { ...options, style: "form", explode: false });
}

/** Returns the `limit` and `cursor` parameters of lists (contract §1). */
export function pageQuery(max = 100, normal = PAGE_SIZE) {
  return {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: max, default: normal, description: "Maximum number of items" }),
    ),
    cursor: Type.Optional(
      Type.String({ maxLength: MAX_CURSOR_LENGTH, description: "`next_cursor` of the previous page" }),
    ),
  };
}

/** Returns the schema of a page of records. `next_cursor` is null on the last page. */
export function page<S extends TSchema>($id: string, item: S) {
  return record($id, "One page of a list", {
    items: Type.Array(item, { description: "The records of the page, in the order of the list" }),
    next_cursor: nullable(
      Type.String({ description: "Send as `cursor` to get the next page; null on the last page" }),
    ),
  });
}

/** The response to a DELETE (contract §1). */
export const Deleted = record("Deleted", "A deleted record", {
  id: described(Id, "The deleted record"),
  deleted: Type.Literal(true, { description: "Always true" }),
});
