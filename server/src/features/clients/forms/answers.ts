import type { FieldProblem } from "../../../kernel/errors.ts";
import { isDate } from "../../../kernel/instants.ts";
import { type FormSubmissionInput, MAX_SIGNATURE_BYTES } from "./formSchema.ts";
import type { StoredAnswer } from "./formStore.ts";
import { isPng } from "./pngImage.ts";
import type { Field } from "./templateSchema.ts";

type Value = StoredAnswer["value"];
type SentValue = FormSubmissionInput["answers"][number]["value"];

/** Something wrong with a submission; `fieldId` where it is about a field, for whoever shows it beside that. */
export interface AnswerProblem extends FieldProblem {
  readonly fieldId?: string;
}

export interface CheckedAnswers {
  readonly answers: readonly StoredAnswer[];
  /** The texts that were agreed to, in the order of the form. */
  readonly consents: readonly string[];
  readonly signaturePng: Buffer | null;
  readonly problems: AnswerProblem[];
}

/**
 * The answers to a form's fields, in the order of the fields, each with its question as it was read; and everything
 * that is wrong with what was sent: fields that are not asked or named twice, values that are not of the field's type,
 * required fields without one. An empty text, an empty list and null are no answer; whoever does not tick a consent
 * has not given it.
 */
export function checkAnswers(
  fields: readonly Field[],
  sent: Pick<FormSubmissionInput, "answers" | "signature_png">,
): CheckedAnswers {
  const problems: AnswerProblem[] = [];
  const values = new Map<string, { readonly value: Value; readonly index: number }>();
  const seen = new Set<string>();
  sent.answers.forEach((answer, index) => {
    const id = answer.field_id.toLowerCase();
    const field = fields.find((candidate) => candidate.id === id);
    const path = `/answers/${index}`;
    if (field === undefined || field.type === "signature")
      problems.push({ path: `${path}/field_id`, message: "is not asked by this form" });
    else if (seen.has(id)) problems.push({ path: `${path}/field_id`, message: "is answered twice" });
    else {
      const { value, message } = readValue(field, answer.value);
      if (message !== undefined) problems.push({ path: `${path}/value`, message, fieldId: id });
      else if (value !== null) values.set(id, { value, index });
    }
    seen.add(id);
  });
  const signature = readSignature(sent.signature_png ?? null);
  if (signature.message !== undefined) {
    const fieldId = fields.find((field) => field.type === "signature")?.id;
    problems.push({
      path: "/signature_png",
      message: signature.message,
      ...(fieldId === undefined ? {} : { fieldId }),
    });
  }
  const named = new Set(problems.map(({ fieldId }) => fieldId));
  for (const field of fields) {
    if (!field.required || named.has(field.id)) continue;
    if (field.type === "signature") {
      if (signature.png === null)
        problems.push({ path: "/signature_png", message: "is required", fieldId: field.id });
    } else if (field.type === "consent" ? values.get(field.id)?.value !== true : !values.has(field.id))
      problems.push(missing(field, sent));
  }
  return {
    answers: fields.flatMap((field) => storedAnswer(field, values.get(field.id)?.value, signature.png)),
    consents: fields
      .filter((field) => field.type === "consent" && values.get(field.id)?.value === true)
      .map((field) => field.label),
    signaturePng: signature.png,
    problems,
  };
}

function storedAnswer(field: Field, value: Value | undefined, signature: Buffer | null): StoredAnswer[] {
  const kept = field.type === "signature" ? signature !== null : value;
  return kept === undefined
    ? []
    : [{ field_id: field.id, label: field.label, type: field.type, value: kept }];
}

function missing(field: Field, sent: Pick<FormSubmissionInput, "answers">): AnswerProblem {
  const index = sent.answers.findIndex((answer) => answer.field_id.toLowerCase() === field.id);
  const what = field.type === "consent" ? "must be agreed to" : "is required";
  return index < 0
    ? { path: "/answers", message: `lacks the field ${field.id}, which ${what}`, fieldId: field.id }
    : { path: `/answers/${index}/value`, message: what, fieldId: field.id };
}

/** Longest answers, in characters after trimming. */
export const MAX_LENGTH = { text: 500, long_text: 10_000 } as const;

/** A value as it is kept, null where the field is left empty, or what is wrong with it. */
function readValue(field: Field, sent: SentValue): { value: Value | null; message?: string } {
  const value = typeof sent === "string" ? sent.trim() : sent;
  if (value === null || value === "") return { value: null };
  const wrong = (message: string) => ({ value: null, message });
  switch (field.type) {
    case "text":
    case "long_text": {
      if (typeof value !== "string") return wrong("must be text");
      const most = MAX_LENGTH[field.type];
      return [...value].length <= most ? { value } : wrong(`must have at most ${most} characters`);
    }
    case "date":
      return typeof value === "string" && isDate(value)
        ? { value }
        : wrong("must be a date that exists, written YYYY-MM-DD");
    case "choice":
      return typeof value === "string" && field.options.includes(value)
        ? { value }
        : wrong(`must be one of ${field.options.join(", ")}`);
    case "multi": {
      if (!Array.isArray(value)) return wrong("must be a list of options");
      const isSound =
        value.every((option) => field.options.includes(option)) && new Set(value).size === value.length;
      if (!isSound) return wrong(`must be some of ${field.options.join(", ")}, each once`);
      const chosen = field.options.filter((option) => value.includes(option));
      return { value: chosen.length === 0 ? null : chosen };
    }
    case "yes_no":
    case "consent":
      return typeof value === "boolean" ? { value } : wrong("must be true or false");
    case "signature":
      return { value: null };
  }
}

/** The bytes of a drawn signature, looked at for what they are and not for what they are called. */
function readSignature(sent: string | null): { png: Buffer | null; message?: string } {
  const text = sent?.trim().replace(/^data:image\/png;base64,/, "") ?? "";
  if (text === "") return { png: null };
  const png = Buffer.from(text, "base64");
  if (png.toString("base64") !== text) return { png: null, message: "must be base64" };
  if (png.length > MAX_SIGNATURE_BYTES) return { png: null, message: "must have at most 200 KB" };
  return isPng(png) ? { png } : { png: null, message: "must be a PNG image" };
}
