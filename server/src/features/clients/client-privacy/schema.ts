import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Id,
  input,
  LocalDate,
  nullable,
  record,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { Payment } from "../../checkout/payments/index.ts";
import { Sale } from "../../checkout/sales/index.ts";
import { AppointmentShape } from "../../scheduling/appointments/index.ts";
import { Client } from "../clients/index.ts";
import { Form } from "../forms/index.ts";
import { Photo } from "../photos/index.ts";

export const ClientMergeInput = input("ClientMergeInput", "The file that becomes part of this one", {
  from_client_id: { ...Id, description: "The file that is given up" },
});

export const ErasedClient = record("ErasedClient", "A client of whom nothing is known any more", {
  id: Id,
  erased_at: utc("When everything was emptied"),
});

const nothing = (what: string) => nullable(Type.String({ description: what }));
const Kept = Type.Object({}, { additionalProperties: true });

const Answer = record("ExportedAnswer", "An answer to a question of the business", {
  field_id: Id,
  label: Type.String({ description: "The question" }),
  type: words(["text", "choice", "yes_no", "date"] as const, "Kind of question"),
  value: Type.Unsafe<string | boolean>({
    type: ["string", "boolean"],
    description: "Text, the option chosen, or YYYY-MM-DD; a boolean for yes_no",
  }),
  archived: Type.Boolean({ description: "Whether the question is not asked any more" }),
});

const Visit = record("ExportedAppointment", "A visit, with the policy it was booked under", {
  ...AppointmentShape.properties,
  policy_version: nullable(Type.Integer({ description: "Null: there was no policy" })),
});

const Applied = record("ExportedPromotion", "A promotion as a visit has it", {
  appointment_id: Id,
  promotion_id: Id,
  name: Type.String({ description: "As it was when it was applied" }),
  code: nothing("What is typed in for it"),
  kind: words(["percent", "amount"] as const, "A percentage of each price, or an amount over all of them"),
  percent: nullable(Type.Integer({ description: "Of the price, 1 to 100" })),
  amount_minor: nullable(Type.Integer({ description: "Minor units" })),
  service_ids: Type.Array(Id, { description: "Off these alone; none: off every service" }),
  applied_at: utc("When the visit got it"),
});

const Paid = record("ExportedPayment", "A payment, with what the till wrote down", {
  ...Payment.properties,
  reference: nothing("A slip's number, for instance"),
});

const Entry = record("ExportedWalletEntry", "A change of what is left", {
  number: Type.Integer({ description: "From 1" }),
  cause: Type.String({ description: "issue, redeem, give_back, renewal, expiry or void" }),
  delta: Type.Integer({ description: "What was added, or taken where it is negative" }),
  balance_after: Type.Integer({ description: "What was left then" }),
  payment_id: nullable(Id),
  refund_id: nullable(Id),
  created_at: CreatedAt,
});

const Entitlement = record(
  "ExportedEntitlement",
  "A package, a membership or a gift card, with its ledger in units, credits or minor units",
  {
    id: Id,
    kind: words(["package", "membership", "gift_card"] as const, "What it is"),
    name: Type.String({ description: "As it was sold" }),
    service_ids: Type.Array(Id, { description: "What it pays for; none: every service" }),
    currency: nothing("Of a gift card"),
    code_last4: nothing("Of a gift card: the end of its code"),
    total: Type.Integer({ description: "What it was sold with" }),
    starts_on: { ...LocalDate, description: "First day on which it is good" },
    expires_on: nullable({ ...LocalDate, description: "Last day on which it is good; null: for good" }),
    renews_on: nullable({ ...LocalDate, description: "Day on which its credits come anew" }),
    withdrawn_at: nullable(utc("When it was taken back")),
    sale_id: nullable(Id, "The sale it was sold in"),
    created_at: CreatedAt,
    entries: Type.Array(Entry, { description: "Its ledger" }),
  },
);

const SignedForm = record("ExportedForm", "A form, with where it was signed and the signature", {
  ...Form.properties,
  signer_address: nothing("The address it was sent from"),
  signature_png: nothing("Base64"),
});

const Picture = record("ExportedPhoto", "A photo, with what is known of the picture behind its address", {
  ...Photo.properties,
  media_type: words(["image/jpeg", "image/png", "image/webp", "image/heic"] as const, "Its format"),
  byte_length: Type.Integer({ description: "Its size in bytes" }),
  width: Type.Integer({ description: "Dots" }),
  height: Type.Integer({ description: "Dots" }),
});

const Email = record("ExportedEmail", "A letter to the client that is on its way or was sent", {
  id: Id,
  recipient: Type.String({ description: "The address it goes to" }),
  subject: Type.String({ description: "Its subject" }),
  body_text: Type.String({ description: "Its text" }),
  calendar_text: nothing("The calendar file that came with it"),
  status: Type.String({ description: "pending, sending, sent, failed or unknown" }),
  sent_at: nullable(utc("When the mail server took it")),
  created_at: CreatedAt,
});

const Told = record("ExportedEvent", "What subscribers were told of the client", {
  id: Id,
  type: Type.String({ description: "The event's name" }),
  created_at: CreatedAt,
  body: { ...Kept, description: "As it was sent" },
});

const Logged = record("ExportedAuditEntry", "What the audit log says of the client", {
  id: Id,
  actor_kind: Type.String({ description: "Who did it: user, key, public or system" }),
  entity: Type.String({ description: "What was changed" }),
  entity_id: Id,
  action: Type.String({ description: "created, changed or deleted" }),
  before: nullable(Kept, "What it was; of a change, what differs"),
  after: nullable(Kept, "What it became; of a change, what differs"),
  created_at: CreatedAt,
});

/** Additive to contract §3. Every list is oldest first. */
export const ClientExport = record("ClientExport", "Everything that is held on a person", {
  exported_at: utc("When this was put together"),
  client: Client,
  answers: Type.Array(Answer, { description: "With the questions, also those that are not asked any more" }),
  merged_client_ids: Type.Array(Id, { description: "Files that have become part of this one" }),
  appointments: Type.Array(Visit, { description: "Visits, also those to come" }),
  promotions: Type.Array(Applied, { description: "Promotions of the visits" }),
  sales: Type.Array(Sale, { description: "What was bought" }),
  payments: Type.Array(Paid, { description: "What was paid" }),
  wallet: Type.Array(Entitlement, { description: "What was paid in advance, also what is used up" }),
  forms: Type.Array(SignedForm, { description: "Forms, also those not filled in" }),
  photos: Type.Array(Picture, { description: "Photos, with addresses that open for ten minutes" }),
  mails: Type.Array(Email, { description: "Letters of the last thirty days" }),
  events: Type.Array(Told, {
    description: "Empty where deliveries carry identifiers alone: then nothing more is kept",
  }),
  audit_log: Type.Array(Logged, { description: "What was changed about them, and by whom" }),
});
export type ClientExportRecord = Static<typeof ClientExport>;
