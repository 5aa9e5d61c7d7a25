import { ApiError, type FieldProblem } from "../../../kernel/errors.ts";

/** What is wrong with a field, by its name, as a sentence under it. */
export type Problems = Readonly<Record<string, string | undefined>>;

/**
 * The problems of fields in a refusal. Throws the failure on when it is none of fields: then it is not for the form to
 * say.
 */
export function problemsIn(failure: unknown): Problems {
  if (!(failure instanceof ApiError) || failure.code !== "validation_failed") throw failure;
  const fields = (failure.details?.fields ?? []) as FieldProblem[];
  return Object.fromEntries(fields.map(({ path, message }) => [path.slice(1), `It ${message}.`]));
}

/** A code as our links carry it; anything else was never one, and reaches nothing. */
export function isTokenText(text: string): boolean {
  return /^[\w-]{1,200}$/.test(text);
}
