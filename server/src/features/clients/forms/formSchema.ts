import { type Static, Type } from "typebox";
import {
  CreatedAt,
  DateTime,
  Id,
  input,
  line,
  nullable,
  page,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { FIELD_TYPES, FormField, FormStatus } from "./templateSchema.ts";

const Name = { ...line(120, "Name of the form"), examples: ["Health questionnaire"] };
const Value = Type.Unsafe<string | boolean | string[]>({
  type: ["string", "boolean", "array"],
  items: { type: "string" },
  description:
    "Text, the option chosen, or YYYY-MM-DD; a boolean for yes_no, consent and signature (whether one was drawn); the options chosen for multi",
  examples: ["Nuts"],
});

/** Contract §3, "form". */
export const Form = record("Form", "A form of a client", {
  id: Id,
  template_id: Id,
  template_version: Type.Integer({ minimum: 1, description: "The version that was read and answered" }),
  name: Name,
  appointment_id: nullable({ ...Id, description: "The visit it was filled in for" }),
  status: FormStatus,
  completed_at: nullable(utc("When it was sent")),
  signer_name: nullable(line(120, "Who filled it in, as they wrote it")),
  answers: Type.Array(
    record("FormAnswer", "An answer, with the question as it was read; what was left empty is not there", {
      field_id: Id,
      label: Type.String({ description: "The question, as it was read" }),
      type: words(FIELD_TYPES, "Kind of question"),
      value: Value,
    }),
    { description: "In the order of the questions" },
  ),
  consents: Type.Array(
    record("FormConsent", "A consent that was given, with its text as it was read", {
      text: Type.String({ description: "What was agreed to, word for word" }),
      accepted_at: utc("When it was agreed to"),
    }),
    { description: "In the order of the questions" },
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type FormRecord = Static<typeof Form>;

export const FormPage = page("FormPage", Form);

const linked = { id: Id, name: Name, status: FormStatus };
const AppointmentForm = record("AppointmentForm", "A form of a visit, and whether it is filled in", linked);
const ExpiresAt = { ...DateTime, description: "Until when the link opens. UTC" };

/** Contract §3, "forms link". */
export const FormsLink = record("FormsLink", "Where a visit's forms can be filled in", {
  url: Type.String({
    description: "For the client, or a kiosk: whoever has it may fill them in. It is shown this once",
    examples: ["https://book.example.com/api/v1/public/forms/2pQx8rV5y0b3"],
  }),
  expires_at: ExpiresAt,
  forms: Type.Array(AppointmentForm, {
    description: "Those to be filled in, and those that were for this visit",
  }),
});

/** What whoever has the link is told: the questions, and nothing about the visit or the client. */
export const LinkedForms = record("LinkedForms", "The forms behind a link", {
  business_name: Type.String({ description: "Who asks", examples: ["Salon Lindenhof"] }),
  expires_at: ExpiresAt,
  forms: Type.Array(
    record("LinkedForm", "A form behind a link", {
      ...linked,
      fields: Type.Array(FormField, { description: "What is asked; none of a form that is filled in" }),
    }),
    { description: "Those to be filled in, and those that were" },
  ),
});
export type LinkedFormsRecord = Static<typeof LinkedForms>;

/** Longest name of who fills a form in, in characters. */
export const MAX_SIGNER_LENGTH = 120;
/** The largest drawn signature, in bytes. */
export const MAX_SIGNATURE_BYTES = 200 * 1024;
/** A signature of that size as base64, and answers of every field beside it. */
export const MAX_SUBMISSION_BYTES = 1024 * 1024;

export const FormSubmissionInput = input("FormSubmissionInput", "A form, filled in", {
  form_id: Id,
  answers: Type.Array(
    input("FormAnswerInput", "An answer", {
      field_id: Id,
      value: Type.Unsafe<string | boolean | string[] | null>({
        type: ["string", "boolean", "array", "null"],
        items: { type: "string" },
        description: "As in the form's record; null or an empty text leaves the field empty",
        examples: ["Nuts"],
      }),
    }),
    { maxItems: 100, description: "What was left empty may be left away. A signature is not answered here" },
  ),
  signer_name: { ...line(MAX_SIGNER_LENGTH, "Who fills it in", 1), examples: ["Zoë Müller"] },
  signature_png: Type.Optional(
    nullable(
      Type.String({
        maxLength: 300_000,
        description:
          "A drawn signature: a PNG of at most 200 KB in base64, as it is or behind `data:image/png;base64,`",
      }),
    ),
  ),
});
export type FormSubmissionInput = Static<typeof FormSubmissionInput>;

export const SubmittedForm = record("SubmittedForm", "A form that was filled in", {
  ...linked,
  completed_at: utc("When it was sent"),
});
export type SubmittedFormRecord = Static<typeof SubmittedForm>;
