/** The properties of an output field that the lint reads. */
export interface OutputField {
  readonly key: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly primary?: boolean;
}
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Finds date and time values that are not ISO 8601 or have no offset. */
export function timeProblems(value: unknown, check: string, name = ""): string[] {
  if (typeof value === "string")
    return /(_at|_on|^date)$/.test(name) && !DATE.test(value) && !INSTANT.test(value)
      ? [`${check}: ${name} ${value} is not ISO 8601.`]
      : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    timeProblems(inner, check, Array.isArray(value) ? name : key),
  );
}

/** Finds values whose type differs from the type of their output field, and missing required fields. */
export function fieldProblems(result: unknown, fields: readonly OutputField[], check: string): string[] {
  return fields.flatMap(({ key, type, required }) => {
    const values = valuesAt(result, key.split(/__|(?<=\[\])/).filter(Boolean));
    if (required && values.length === 0) return [`${check}: ${key} is missing.`];
    return values
      .filter((value) => value !== null && value !== undefined && !hasType(value, type))
      .map((value) => `${check}: ${key} is ${JSON.stringify(value)}, not ${type}.`);
  });
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [first, ...rest] = path;
  if (value === undefined || value === null) return [];
  if (first === undefined) return Array.isArray(value) ? value : [value];
  const inner = (value as Record<string, unknown>)[first.replace("[]", "")];
  return first.endsWith("[]") && Array.isArray(inner)
    ? inner.flatMap((item) => valuesAt(item, rest))
    : valuesAt(inner, rest);
}

function hasType(value: unknown, type = "string"): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "datetime") return typeof value === "string" && (INSTANT.test(value) || DATE.test(value));
  return typeof value === type;
}

/**
 * Finds keys of a sample that are missing in a live result, at any depth. Skips null and empty values, which have no keys.
 */
export function missingKeys(sample: unknown, live: unknown, check: string, at = ""): string[] {
  if (typeof sample !== "object" || sample === null || live === null) return [];
  if (Array.isArray(sample)) {
    const [example] = sample;
    const [real] = Array.isArray(live) ? live : [];
    return example === undefined || real === undefined ? [] : missingKeys(example, real, check, `${at}[]`);
  }
  return Object.entries(sample).flatMap(([key, value]) => {
    const own = live as Record<string, unknown> | undefined;
    if (own === undefined || !(key in own)) return [`${check}: ${at}${key} is not in the live result.`];
    return missingKeys(value, own[key], check, `${at}${key}.`);
  });
}
