import type { FieldProblem } from "../../../kernel/errors.ts";
import { isDate } from "../../../kernel/instants.ts";
import { type FormSubmissionInput, MAX_SIGNATURE_BYTES, MAX_SIGNER_LENGTH } from "./formSchema.ts";
import type { StoredAnswer } from "./formStore.ts";
import { isPng } from "./pngImage.ts";
import type { Field } from "./templateSchema.ts";

type Value = StoredAnswer["value"];
type SentValue = FormSubmissionInput["answers"][number]["value"];

/** A problem of a submission. If `fieldId` is set, the page shows the problem next to this field. */
export interface AnswerProblem extends FieldProblem {
  readonly fieldId?: string;
}

export interface CheckedAnswers {
  readonly answers: readonly StoredAnswer[];
  /** The texts of the consents that the client gave, in the order of the fields. */
  readonly consents: readonly string[];
  readonly signaturePng: Buffer | null;
  readonly problems: AnswerProblem[];
}

/**
 * Checks a submission against the fields of its form. Returns the answers in the order of the fields, each with the label of its field, and
 * all problems: unknown and repeated fields, values of the wrong type, and missing required answers. An empty text, an empty list and null
 * count as no answer; only the value true counts as consent.
 */
export function checkAnswers(
  fields: readonly Field[],
  sent: Pick<FormSubmissionInput, "answers" | "signature_png" | "signature_text">,
): CheckedAnswers {
  const problems: AnswerProblem[] = [];
  const values = new Map<string, { readonly value: Value; readonly index: number }>();
  const seen = new Set<string>();
  sent.answers.forEach((answer, index) => {
    const id = answer.field_id.toLowerCase();
    const field = fields.find((candidate) => candidate.id === id);
    const path = `/answers/${index}`;
    if (field === undefined)
      problems.push({ path: `${path}/field_id`, message: "is not a field of this form" });
    else if (field.type === "signature")
      problems.push({
        path: `${path}/field_id`,
        message: "is a signature: send it in `signature_png` or `signature_text`",
      });
    else if (seen.has(id)) problems.push({ path: `${path}/field_id`, message: "must appear only once" });
    else {
      const { value, message } = readValue(field, answer.value);
      if (message !== undefined) problems.push({ path: `${path}/value`, message, fieldId: id });
      else if (value !== null) values.set(id, { value, index });
    }
    seen.add(id);
  });
  const signature = readSignature(sent.signature_png ?? null);
  const typed = readTyped(sent.signature_text ?? null);
  if (signature.message !== undefined) {
    const fieldId = fields.find((field) => field.type === "signature")?.id;
    problems.push({
      path: "/signature_png",
      message: signature.message,
      ...(fieldId === undefined ? {} : { fieldId }),
    });
  }
  if (typed.message !== undefined) problems.push({ path: "/signature_text", message: typed.message });
  const withProblem = new Set(problems.map(({ fieldId }) => fieldId));
  for (const field of fields) {
    if (!field.required || withProblem.has(field.id)) continue;
    if (field.type === "signature") {
      if (signature.png === null && typed.text === null && typed.message === undefined)
        problems.push({
          path: "/signature_png",
          message: "is required unless `signature_text` is set",
          fieldId: field.id,
        });
    } else if (field.type === "consent" ? values.get(field.id)?.value !== true : !values.has(field.id))
      problems.push(missing(field, sent));
  }
  const signed: Value = signature.png === null ? (typed.text ?? false) : true;
  return {
    answers: fields.flatMap((field) =>
      storedAnswer(field, field.type === "signature" ? signed : values.get(field.id)?.value),
    ),
    consents: fields
      .filter((field) => field.type === "consent" && values.get(field.id)?.value === true)
      .map((field) => field.label),
    signaturePng: signature.png,
    problems,
  };
}

function storedAnswer(field: Field, value: Value | undefined): StoredAnswer[] {
  return value === undefined ? [] : [{ field_id: field.id, label: field.label, type: field.type, value }];
}

function missing(field: Field, sent: Pick<FormSubmissionInput, "answers">): AnswerProblem {
  const index = sent.answers.findIndex((answer) => answer.field_id.toLowerCase() === field.id);
  const requirement = field.type === "consent" ? "must be true" : "is required";
  return index < 0
    ? {
        path: "/answers",
        message: `must contain a value for the field ${field.id}, which ${requirement}`,
        fieldId: field.id,
      }
    : { path: `/answers/${index}/value`, message: requirement, fieldId: field.id };
}

/** Maximum length of an answer in characters, after trimming. */
export const MAX_LENGTH = { text: 500, long_text: 10_000 } as const;

/** Returns the value to store, null for an empty value, or the problem of the value. */
function readValue(field: Field, sent: SentValue): { value: Value | null; message?: string } {
  const value = typeof sent === "string" ? sent.trim() : sent;
  if (value === null || value === "") return { value: null };
  const problem = (message: string) => ({ value: null, message });
  switch (field.type) {
    case "text":
    case "long_text": {
      if (typeof value !== "string") return problem("must be a string");
      const max = MAX_LENGTH[field.type];
      return [...value].length <= max ? { value } : problem(`must have at most ${max} characters`);
    }
    case "date":
      return typeof value === "string" && isDate(value)
        ? { value }
        : problem("must be a valid date in the format YYYY-MM-DD");
    case "choice":
      return typeof value === "string" && field.options.includes(value)
        ? { value }
        : problem(`must be one of ${field.options.join(", ")}`);
    case "multi": {
      if (!Array.isArray(value)) return problem("must be an array of strings");
      const isValid =
        value.every((option) => field.options.includes(option)) && new Set(value).size === value.length;
      if (!isValid) return problem(`must contain only ${field.options.join(", ")}, each at most once`);
      const chosen = field.options.filter((option) => value.includes(option));
      return { value: chosen.length === 0 ? null : chosen };
    }
    case "yes_no":
    case "consent":
      return typeof value === "boolean" ? { value } : problem("must be a boolean");
    case "signature":
      return { value: null };
  }
}

/** Reads a typed signature (the client's name), for browsers without scripts and clients who cannot draw. */
function readTyped(sent: string | null): { text: string | null; message?: string } {
  const text = sent?.trim() ?? "";
  if (text === "") return { text: null };
  return [...text].length <= MAX_SIGNER_LENGTH
    ? { text }
    : { text: null, message: `must have at most ${MAX_SIGNER_LENGTH} characters` };
}

/** Decodes a drawn signature. The bytes themselves must be a PNG, regardless of the media type. */
function readSignature(sent: string | null): { png: Buffer | null; message?: string } {
  const text = sent?.trim().replace(/^data:image\/png;base64,/, "") ?? "";
  if (text === "") return { png: null };
  const png = Buffer.from(text, "base64");
  if (png.toString("base64") !== text) return { png: null, message: "must be a PNG image in base64" };
  if (png.length > MAX_SIGNATURE_BYTES)
    return { png: null, message: `must be an image of at most ${MAX_SIGNATURE_BYTES} bytes` };
  return isPng(png) ? { png } : { png: null, message: "must be a PNG image in base64" };
}
