import type { FieldProblem } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import { isDate } from "../../../kernel/instants.ts";

/** A field that the business has defined for its clients (contract §3, `client_fields`). */
export interface ClientField {
  readonly id: string;
  readonly type: "text" | "choice" | "yes_no" | "date";
  readonly options: readonly string[];
}

/** The answer to a field: a string for text, choice and date; a boolean for yes_no. */
export type FieldAnswer = string | boolean;
/** The answers of a client by field id. */
export type FieldAnswers = Readonly<Record<string, FieldAnswer>>;
/** Changes of answers by field id. Null clears an answer, and a field without an entry keeps its answer. */
export type FieldChanges = Readonly<Record<string, FieldAnswer | null>>;

/** Maximum length of a text answer in characters, after trimming (spec §8). */
const MAX_TEXT_LENGTH = 500;

/**
 * Returns the answers after a change and the problems of the change: unknown or archived fields, wrong types, unknown options and text
 * that is too long, each with the field's path. `fields` contains the unarchived fields.
 */
export function applyAnswers(
  fields: readonly ClientField[],
  answers: FieldAnswers,
  changes: FieldChanges,
): { answers: FieldAnswers; problems: FieldProblem[] } {
  const next = new Map(Object.entries(answers));
  const problems: FieldProblem[] = [];
  for (const [key, sent] of Object.entries(changes)) {
    const field = fields.find((candidate) => candidate.id === key.toLowerCase());
    const answer = typeof sent === "string" && field?.type === "text" ? sent.trim() || null : sent;
    const message = field === undefined ? "is not a client field of this business" : problemOf(field, answer);
    if (message !== null) problems.push({ path: `/custom_fields/${escaped(key)}`, message });
    else if (answer === null) next.delete(key.toLowerCase());
    else next.set(key.toLowerCase(), answer);
  }
  return { answers: Object.fromEntries(next), problems };
}

/** Returns the ids of the fields that a change answers, in lower case. Keys that are not ids are ignored. */
export function answeredIds(changes: FieldChanges | undefined): string[] {
  return Object.entries(changes ?? {}).flatMap(([key, answer]) =>
    answer !== null && isId(key) ? [key.toLowerCase()] : [],
  );
}

/** Returns the answers to unarchived fields, in the order of the fields (contract §9). */
export function shownAnswers(fields: readonly ClientField[], answers: FieldAnswers): FieldAnswers {
  const shown: Record<string, FieldAnswer> = {};
  for (const { id } of fields) {
    const answer = answers[id];
    if (answer !== undefined) shown[id] = answer;
  }
  return shown;
}

function problemOf(field: ClientField, answer: FieldAnswer | null): string | null {
  if (answer === null) return null;
  switch (field.type) {
    case "text":
      if (typeof answer !== "string") return "must be a string";
      return [...answer].length <= MAX_TEXT_LENGTH ? null : `must have at most ${MAX_TEXT_LENGTH} characters`;
    case "choice":
      return typeof answer === "string" && field.options.includes(answer)
        ? null
        : `must be one of ${field.options.join(", ")}`;
    case "yes_no":
      return typeof answer === "boolean" ? null : "must be a boolean";
    case "date":
      return typeof answer === "string" && isDate(answer)
        ? null
        : "must be a valid date in the format YYYY-MM-DD";
  }
}

/** Escapes a key for use in a JSON pointer (RFC 6901). */
function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
