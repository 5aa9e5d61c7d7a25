import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { PAGE_SIZE } from "./cursor.ts";

/**
 * The building blocks of every schema. One schema object validates, types, answers and documents; those with an
 * `$id` become named components of the published description.
 */
export const Id = Type.String({
  format: "uuid",
  description: "Identifier: a UUID",
  examples: ["01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10"],
});

/** A date-time; ours carry the location's UTC offset where they belong to a location, else `Z` (contract §1). */
export const DateTime = Type.String({
  format: "date-time",
  description: "ISO 8601 date-time with a UTC offset",
  examples: ["2027-03-29T09:00:00+02:00"],
});

/** The same shape in words of its own: what this field means, and in which unit. */
export function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description };
}

/** An instant we write at a place: with the UTC offset that holds there then (contract §1). */
export function atLocation(description: string) {
  return described(DateTime, `${description}; with the location's UTC offset`);
}

/** An instant we write that belongs to no place. */
export function utc(description: string) {
  return { ...described(DateTime, `${description}, in UTC`), examples: ["2027-03-29T07:00:00Z"] };
}

/** An instant we are sent. */
export function sent(description: string) {
  return described(DateTime, `${description}; with a UTC offset or \`Z\``);
}

export const CreatedAt = utc("When it was made");
export const UpdatedAt = utc("When it last changed");

export const LocalDate = Type.String({
  format: "date",
  description: "Local date, YYYY-MM-DD",
  examples: ["2027-03-29"],
});

export const WallTime = Type.String({
  pattern: "^([0-3][0-9]|4[0-7]):[0-5][0-9]$|^48:00$",
  description: "Wall-clock time, HH:MM; an end may be up to 48:00 (past midnight)",
  examples: ["09:00"],
});

export const TimeZone = Type.String({
  description: "IANA time zone name: whose wall clock it goes by",
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

/** Text of at most `most` characters (code points), after trimming. */
export function line(most: number, description?: string, least = 0) {
  return Type.String({
    maxLength: most,
    ...(least > 0 ? { minLength: least } : {}),
    ...(description ? { description } : {}),
  });
}

/** A closed set of words: one `enum`, where a union of literals would become an `anyOf` of single enums. */
export function words<const T extends readonly string[]>(values: T, description?: string) {
  return Type.Unsafe<T[number]>({
    type: "string",
    enum: [...values],
    ...(description ? { description } : {}),
  });
}

/** The schema or null. A shape with a name stays itself and is described beside it. */
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

/** An object that has exactly these fields, all of them always present: what we answer. */
export function record<P extends TProperties>($id: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { $id, description, additionalProperties: false });
}

/** What a caller sends: unknown fields are refused, because they are typing mistakes (contract §1). */
export function input<P extends TProperties>($id: string, description: string, properties: P): TObject<P> {
  return Type.Object(properties, { $id, description, additionalProperties: false });
}

/** The query of an operation; unknown parameters are refused. */
export function query<P extends TProperties>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** A comma-separated list in a query, such as `status=booked,arrived`. */
export function commaList<S extends TSchema>(
  item: S,
  options: { minItems?: number; maxItems?: number; description?: string } = {},
) {
  return Type.Array(item, { ...options, style: "form", explode: false });
}

/** `limit` and `cursor`, as every list takes them (contract §1). */
export function pageQuery(most = 100, normal = PAGE_SIZE) {
  return {
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: most, default: normal, description: "How many items at the most" }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 2000, description: "`next_cursor` of the page before" })),
  };
}

/** A page of records. `next_cursor` is null on the last page. */
export function page<S extends TSchema>($id: string, item: S) {
  return record($id, "One page of a list", {
    items: Type.Array(item, { description: "In the order of the list" }),
    next_cursor: nullable(Type.String({ description: "Give it back as `cursor` for the next page" })),
  });
}

/** The answer of a DELETE (contract §1). */
export const Deleted = record("Deleted", "What was deleted", {
  id: described(Id, "What was deleted"),
  deleted: Type.Literal(true, { description: "Always true: it is gone" }),
});
