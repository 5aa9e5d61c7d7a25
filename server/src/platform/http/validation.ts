import { Ajv2020 as Ajv, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { TSchema } from "typebox";
import type { FieldProblem } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { isDate, parseInstant } from "../../kernel/instants.ts";

/**
 * The validator for all input. It does not coerce values: `"45"` instead of 45 is rejected (contract §1). Query parameters are
 * converted (query.ts) before they are validated.
 */
const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // Without ajv's optimization, compiling takes half the time, and checks are as fast, because V8 optimizes the code anyway.
  code: { optimize: false },
});
ajv.addVocabulary(["style", "explode", "example", "discriminator"]);
ajv.addFormat("uuid", isId);
ajv.addFormat("date-time", (text: string) => parseInstant(text) !== undefined);
ajv.addFormat("date", isDate);
ajv.addFormat("date-or-date-time", (text: string) => isDate(text) || parseInstant(text) !== undefined);
ajv.addFormat("email", isEmail);
ajv.addFormat("uri", (text: string) => URL.canParse(text));

/** The maximum length of an e-mail address (RFC 5321 §4.5.3.1.3). */
const MAX_EMAIL_LENGTH = 254;

/** Returns whether a text has the form of an e-mail address. Non-ASCII letters are accepted. */
export function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL_LENGTH &&
    /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/.test(text)
  );
}

export type Check = (value: unknown) => FieldProblem[];

const validators = new WeakMap<TSchema, ValidateFunction>();

/**
 * Returns a function that lists the problems of a value; the list is empty for a valid value. A schema is compiled at its first use,
 * because compiling all of them would take half a second at every start.
 */
export function checkOf(schema: TSchema): Check {
  return (value) => {
    const validate = validatorOf(schema);
    return validate(value) ? [] : problemsOf(validate.errors ?? []);
  };
}

function validatorOf(schema: TSchema): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const validate = ajv.compile(withoutIds(schema) as object) as ValidateFunction;
  validators.set(schema, validate);
  return validate;
}

/** Returns the schema without `$id`s, which are for the published description. The validator would reject a repeated `$id`. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds);
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === "$id" && typeof value === "string"))
      .map(([key, value]) => [key, key === "enum" || key === "const" ? value : withoutIds(value)]),
  );
}

function problemsOf(errors: readonly ErrorObject[]): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const error of errors) {
    if (["anyOf", "oneOf", "if"].includes(error.keyword)) continue;
    const problem = problemOf(error);
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
  }
  return problems.size > 0
    ? [...problems.values()]
    : [{ path: errors[0]?.instancePath ?? "", message: "must match the schema in the API description" }];
}

function problemOf(error: ErrorObject): FieldProblem {
  const path = error.instancePath;
  const { params } = error;
  const limit = Number(params.limit);
  switch (error.keyword) {
    case "additionalProperties":
      return {
        path: `${path}/${escaped(params.additionalProperty)}`,
        message: "is not a field of this operation",
      };
    case "required":
      return { path: `${path}/${escaped(params.missingProperty)}`, message: "is required" };
    case "enum":
      return {
        path,
        message: `must be one of ${(params.allowedValues as unknown[]).map(String).join(", ")}`,
      };
    case "type":
      return { path, message: `must be ${[params.type].flat().map(nounOf).join(" or ")}` };
    case "format":
      return {
        path,
        message: FORMAT_MESSAGES[String(params.format)] ?? `must be a valid ${params.format}`,
      };
    case "minLength":
      return { path, message: limit === 1 ? "must not be empty" : `must have at least ${limit} characters` };
    case "maxLength":
      return { path, message: `must have at most ${limit} characters` };
    case "uniqueItems":
      return { path, message: "must not contain duplicate entries" };
    case "minItems":
      return { path, message: `must have at least ${limit} ${limit === 1 ? "entry" : "entries"}` };
    case "maxItems":
      return { path, message: `must have at most ${limit} ${limit === 1 ? "entry" : "entries"}` };
    case "minimum":
      return { path, message: `must be at least ${limit}` };
    case "maximum":
      return { path, message: `must be at most ${limit}` };
    case "pattern":
      return { path, message: `must match the pattern ${params.pattern}` };
    default:
      return { path, message: error.message ?? "must match the schema in the API description" };
  }
}

/** Returns the name of a JSON type with its article: `a string`, `null`. */
function nounOf(type: unknown): string {
  const name = String(type);
  if (name === "null") return name;
  return `${/^[aio]/.test(name) ? "an" : "a"} ${name}`;
}

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  uuid: "must be a UUID",
  "date-time": "must be an ISO 8601 date-time with a UTC offset or Z, in the years 1900–2200",
  date: "must be a valid date in the format YYYY-MM-DD",
  "date-or-date-time":
    "must be a date (YYYY-MM-DD) or a date-time with a UTC offset or Z, in the years 1900–2200",
  email: "must be an e-mail address",
  uri: "must be a URL",
};

function escaped(key: unknown): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}
