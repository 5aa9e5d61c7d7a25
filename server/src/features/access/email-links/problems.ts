import { ApiError, type FieldProblem } from "../../../kernel/errors.ts";

/** Error messages shown under form fields, by the name of the field. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** Returns the problems of a `validation_failed` error by field. Rethrows any other error. */
export function problemsIn(failure: unknown): Problems {
  if (!(failure instanceof ApiError) || failure.code !== "validation_failed") throw failure;
  const fields = (failure.details?.fields ?? []) as FieldProblem[];
  return Object.fromEntries(fields.map(({ path, message }) => [path.slice(1), `It ${message}.`]));
}

/** Returns whether a text has the format of a link's token. */
export function isTokenText(text: string): boolean {
  return /^[\w-]{1,200}$/.test(text);
}
