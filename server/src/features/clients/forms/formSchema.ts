import { type Static, Type } from "typebox";
import {
  CreatedAt,
  DateTime,
  described,
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
    "Text, the option chosen, or YYYY-MM-DD; a boolean for yes_no and consent; true for a drawn signature, the text of a typed one; the options chosen for multi",
  examples: ["Nuts"],
});

/** The API record of a form (contract §3). */
export const Form = record("Form", "A form of a client", {
  id: Id,
  template_id: Id,
  template_version: Type.Integer({ minimum: 1, description: "The version that was answered" }),
  name: Name,
  appointment_id: nullable({ ...Id, description: "The appointment of the form" }),
  status: FormStatus,
  sent_at: nullable(utc("Time at which a link to the form was last sent to the client by e-mail")),
  opened_at: nullable(utc("Time at which the form was first opened through a link")),
  completed_at: nullable(utc("Time of submission")),
  signer_name: nullable(line(120, "Name of the signer as entered")),
  answers: Type.Array(
    record("FormAnswer", "An answer with the label of its field; empty answers are left out", {
      field_id: Id,
      label: Type.String({ description: "Label of the field when it was answered" }),
      type: words(FIELD_TYPES, "Type of the field"),
      value: Value,
    }),
    { description: "In the order of the fields" },
  ),
  consents: Type.Array(
    record("FormConsent", "A given consent with its text", {
      text: Type.String({ description: "Text of the consent at the time of consent" }),
      accepted_at: utc("Time of consent"),
    }),
    { description: "In the order of the fields" },
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type FormRecord = Static<typeof Form>;

export const FormPage = page("FormPage", Form);

const linked = { id: Id, name: Name, status: FormStatus };
const AppointmentForm = record("AppointmentForm", "A form of an appointment and its status", linked);
const ExpiresAt = { ...DateTime, description: "When the link expires, in UTC" };

/** The API record of a forms link (contract §3). */
export const FormsLink = record("FormsLink", "A link to the forms of an appointment", {
  url: Type.String({
    description:
      "Link for the client or a kiosk, which needs no other credential. No other response contains the link",
    examples: ["https://book.example.com/api/v1/public/forms/2pQx8rV5y0b3"],
  }),
  expires_at: ExpiresAt,
  forms: Type.Array(AppointmentForm, {
    description: "Pending and completed forms of the appointment",
  }),
});

export const SentForms = record("SentForms", "Forms whose link was sent to the client by e-mail", {
  sent_at: nullable(
    utc("When the e-mail was sent"),
    "When the e-mail was sent, in UTC; null if it could not be sent",
  ),
  expires_at: described(DateTime, "When the appointment ends and the link expires, in UTC"),
  forms: Type.Array(AppointmentForm, { description: "Pending and completed forms of the appointment" }),
});
export type SentFormsRecord = Static<typeof SentForms>;

/** The response to the holder of a link: the fields, and no data of the appointment or the client. */
export const LinkedForms = record("LinkedForms", "The forms of a link", {
  business_name: Type.String({ description: "Name of the business", examples: ["Salon Lindenhof"] }),
  expires_at: ExpiresAt,
  forms: Type.Array(
    record("LinkedForm", "A form of a link", {
      ...linked,
      fields: Type.Array(FormField, { description: "Fields of a pending form; empty for a completed one" }),
    }),
    { description: "Pending and completed forms" },
  ),
});
export type LinkedFormsRecord = Static<typeof LinkedForms>;

/** Maximum length of a signer's name in characters. */
export const MAX_SIGNER_LENGTH = 120;
/** Maximum size of a signature in bytes. */
export const MAX_SIGNATURE_BYTES = 200 * 1024;
/** Maximum size of a request body in bytes: a signature in base64, and the longest answers. */
export const MAX_SUBMISSION_BYTES = 1024 * 1024;

export const FormSubmissionInput = input("FormSubmissionInput", "Answers to a form", {
  form_id: Id,
  answers: Type.Array(
    input("FormAnswerInput", "An answer", {
      field_id: Id,
      value: Type.Unsafe<string | boolean | string[] | null>({
        type: ["string", "boolean", "array", "null"],
        items: { type: "string" },
        description: "As in the record of the form; null and an empty text mean no answer",
        examples: ["Nuts"],
      }),
    }),
    {
      maxItems: 100,
      description:
        "Empty answers can be left out. The signature is sent in `signature_png` or `signature_text`",
    },
  ),
  signer_name: { ...line(MAX_SIGNER_LENGTH, "Name of the signer", 1), examples: ["Zoë Müller"] },
  signature_text: Type.Optional(
    nullable({
      ...line(MAX_SIGNER_LENGTH, "A typed signature, in place of a drawn one"),
      examples: ["Zoë Müller"],
    }),
  ),
  signature_png: Type.Optional(
    nullable(
      Type.String({
        maxLength: 300_000,
        description:
          "The signature: a PNG of at most 200 KB in base64, with or without the prefix `data:image/png;base64,`",
      }),
    ),
  ),
});
export type FormSubmissionInput = Static<typeof FormSubmissionInput>;

export const SubmittedForm = record("SubmittedForm", "A completed form", {
  ...linked,
  completed_at: utc("Time of submission"),
});
export type SubmittedFormRecord = Static<typeof SubmittedForm>;
