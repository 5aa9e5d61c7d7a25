import type { FormField, LinkedForm } from "../api.ts";
import type { Answers } from "../stored.ts";

/** The key of the signer's name among the answers. The key cannot equal a field id, because field ids are UUIDs. */
export const SIGNER = "signer";

export function submissionOf(
  form: LinkedForm,
  answers: Answers,
  drawn: Readonly<Record<string, string>>,
): {
  form_id: string;
  answers: { field_id: string; value: string | boolean | string[] }[];
  signer_name: string;
  signature_png?: string;
  signature_text?: string;
} {
  const signature = form.fields.find(({ type }) => type === "signature");
  const png = signature === undefined ? undefined : drawn[signature.id];
  const typed = signature === undefined ? undefined : answers[signature.id];
  return {
    form_id: form.id,
    answers: form.fields.flatMap(({ id, type }) => {
      const value = answers[id];
      if (type === "signature" || value === undefined) return [];
      return [{ field_id: id, value: typeof value === "object" ? [...value] : value }];
    }),
    signer_name: String(answers[SIGNER] ?? "").trim(),
    ...(png ? { signature_png: png } : typeof typed === "string" ? { signature_text: typed } : {}),
  };
}

/** Whether a required question has no answer. A consent question counts as answered only if consent is given. */
export function isUnanswered(
  field: FormField,
  answers: Answers,
  drawn: Readonly<Record<string, string>>,
): boolean {
  if (!field.required) return false;
  const value = answers[field.id];
  if (field.type === "consent") return value !== true;
  if (field.type === "signature" && drawn[field.id]) return false;
  return (
    value === undefined || (typeof value === "object" ? value.length === 0 : String(value).trim() === "")
  );
}

/**
 * Returns the ids of the rejected fields; an empty set if the form is already completed, undefined if the API rejected the request for
 * another reason.
 */
export function refusedFields(
  error: unknown,
  form: LinkedForm,
  body: ReturnType<typeof submissionOf>,
): ReadonlySet<string> | undefined {
  const { details } = error as { details?: { fields?: { path: string; message: string }[] } };
  const found = new Set<string>();
  for (const { path, message } of details?.fields ?? []) {
    const index = /^\/answers\/(\d+)\//.exec(path)?.[1];
    const missing = form.fields.find(({ id }) => message.includes(id));
    if (path === "/form_id") return new Set();
    if (path === "/signer_name") found.add(SIGNER);
    else if (path.startsWith("/signature")) {
      const signature = form.fields.find(({ type }) => type === "signature");
      if (signature !== undefined) found.add(signature.id);
    } else if (index !== undefined) found.add(body.answers[Number(index)]?.field_id ?? "");
    else if (missing !== undefined) found.add(missing.id);
  }
  return found.size === 0 ? undefined : found;
}
