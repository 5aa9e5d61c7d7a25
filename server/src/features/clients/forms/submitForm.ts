import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { isId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { clientLocks } from "../clients/index.ts";
import { type AnswerProblem, checkAnswers } from "./answers.ts";
import { openLink } from "./formLink.ts";
import { type FormSubmissionInput, MAX_SIGNER_LENGTH, type SubmittedFormRecord } from "./formSchema.ts";
import { completeForm, lockForm } from "./formStore.ts";
import type { Field } from "./templateSchema.ts";

export interface FormSubmission {
  readonly token: string;
  readonly formId: string;
  /** Converts the submission once the fields of the form are known. Needed for HTML forms, which send text for every type of field. */
  readonly read: (fields: readonly Field[]) => Omit<FormSubmissionInput, "form_id">;
  /** The IP address of the sender. */
  readonly address: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type SubmissionResult =
  | { readonly outcome: "completed"; readonly form: SubmittedFormRecord }
  /** An earlier submission has already completed the form, so this submission changes nothing. */
  | { readonly outcome: "completed_before" }
  | { readonly outcome: "refused"; readonly problems: readonly AnswerProblem[] };

/**
 * Submits a form through a forms link: stores the answers, consents with their texts, name, signature, time and IP address. A completed
 * form never changes: because of the row lock, only one of two concurrent submissions succeeds. Publishes no event. Throws `not_found` for
 * an invalid link.
 */
export async function submitForm(tx: Transaction, submission: FormSubmission): Promise<SubmissionResult> {
  const { token, formId, now } = submission;
  const { businessId, appointmentId } = await openLink(tx, token, now);
  if (!(await clientLocks.lockClientOfAppointment(tx, businessId, appointmentId))) throw notFound();
  const [form] = isId(formId) ? await tx.query(lockForm, { businessId, appointmentId, formId }) : [];
  if (form === undefined)
    return { outcome: "refused", problems: [{ path: "/form_id", message: "is not a form of this link" }] };
  if (form.completed_at !== null) return { outcome: "completed_before" };
  const sent = submission.read(form.fields);
  const { answers, consents, signaturePng, problems } = checkAnswers(form.fields, sent);
  const signerName = sent.signer_name.trim();
  problems.push(...nameProblems(signerName));
  if (problems.length > 0) return { outcome: "refused", problems };
  tx.write(completeForm, {
    business_id: businessId,
    id: form.id,
    completed_at: now,
    signer_name: signerName,
    signer_address: submission.address,
    answers,
    consents: consents.map((text) => ({ text, accepted_at: utcText(now) })),
    signature_png: signaturePng,
    updated_at: now,
  });
  return {
    outcome: "completed",
    form: { id: form.id, name: form.name, status: "completed", completed_at: utcText(now) },
  };
}

/**
 * Returns the problems of a signer's name. The schema has already checked the name of a JSON submission, but not the name of
 * an HTML form.
 */
function nameProblems(name: string): AnswerProblem[] {
  const path = "/signer_name";
  if (name === "") return [{ path, message: "must not be empty" }];
  return [...name].length <= MAX_SIGNER_LENGTH
    ? []
    : [{ path, message: `must have at most ${MAX_SIGNER_LENGTH} characters` }];
}
