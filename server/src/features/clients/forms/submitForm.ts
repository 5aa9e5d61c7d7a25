import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockClientOfAppointment } from "../clients/index.ts";
import { type AnswerProblem, checkAnswers } from "./answers.ts";
import { type OpenLink, openLink } from "./formLink.ts";
import { type FormSubmissionInput, MAX_SIGNER_LENGTH, type SubmittedFormRecord } from "./formSchema.ts";
import { completeForm, lockForm, type StoredConsent } from "./formStore.ts";
import type { Field } from "./templateSchema.ts";

export interface FormSubmission {
  readonly token: string;
  readonly formId: string;
  /** What was sent, once the fields of the form are known: a page sends text alone, whatever a field is. */
  readonly read: (fields: readonly Field[]) => Omit<FormSubmissionInput, "form_id">;
  /** Where it was sent from. */
  readonly address: string;
  readonly now: number;
}

export type SubmissionResult =
  | { readonly outcome: "completed"; readonly form: SubmittedFormRecord }
  /** Somebody was faster, or pressed twice: what was signed stays. */
  | { readonly outcome: "completed_before" }
  | { readonly outcome: "refused"; readonly problems: readonly AnswerProblem[] };

/**
 * Fills in a form by its link, once and for good: answers, consents with their texts, name, signature, time and
 * address. The form is locked, so that of two who send it one is taken. Throws `not_found` where the link opens
 * nothing. Emits nothing: there is no event for it.
 */
export async function submitForm(tx: Transaction, filling: FormSubmission): Promise<SubmissionResult> {
  const { token, formId, now } = filling;
  const { businessId, appointmentId }: OpenLink = await openLink(tx, token, now);
  if (!(await lockClientOfAppointment(tx, businessId, appointmentId))) throw notFound();
  const [form] = isId(formId) ? await tx.query(lockForm, [businessId, appointmentId, formId]) : [];
  if (form === undefined)
    return { outcome: "refused", problems: [{ path: "/form_id", message: "is not a form of this link" }] };
  if (form.completed_at !== null) return { outcome: "completed_before" };
  const sent = filling.read(form.fields);
  const { answers, consents, signaturePng, problems } = checkAnswers(form.fields, sent);
  const signerName = sent.signer_name.trim();
  problems.push(...nameProblems(signerName));
  if (problems.length > 0) return { outcome: "refused", problems };
  const given: StoredConsent[] = consents.map((text) => ({ text, accepted_at: utcText(now) }));
  tx.write(completeForm, [
    businessId,
    form.id,
    new Date(now),
    signerName,
    filling.address,
    JSON.stringify(answers),
    JSON.stringify(given),
    signaturePng,
  ]);
  return {
    outcome: "completed",
    form: { id: form.id, name: form.name, status: "completed", completed_at: utcText(now) },
  };
}

/** Of a page nobody has checked the shape; of a program, nothing is found here. */
function nameProblems(name: string): AnswerProblem[] {
  const path = "/signer_name";
  if (name === "") return [{ path, message: "must not be empty" }];
  return [...name].length <= MAX_SIGNER_LENGTH
    ? []
    : [{ path, message: `must have at most ${MAX_SIGNER_LENGTH} characters` }];
}
