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
import { WaitlistEntry } from "../../booking/waitlist/index.ts";
import { clientPayments, Payment } from "../../checkout/payments/index.ts";
import { Sale } from "../../checkout/sales/index.ts";
import { AppointmentShape } from "../../scheduling/appointments/index.ts";
import { Client } from "../clients/index.ts";
import { Form } from "../forms/index.ts";
import { ClientNote } from "../notes/index.ts";
import { Photo } from "../photos/index.ts";

export const ClientMergeInput = input("ClientMergeInput", "The client to merge into this one", {
  from_client_id: { ...Id, description: "The client that is merged and deleted" },
});

export const ErasedClient = record("ErasedClient", "A client whose data was erased", {
  id: Id,
  erased_at: utc("When the data was erased"),
});

const textOrNull = (description: string) => nullable(Type.String({ description }));
const AnyObject = Type.Object({}, { additionalProperties: true });

const Answer = record("ExportedAnswer", "An answer to a client field of the business", {
  field_id: Id,
  label: Type.String({ description: "Label of the field" }),
  type: words(["text", "choice", "yes_no", "date"] as const, "Type of the field"),
  value: Type.Unsafe<string | boolean>({
    type: ["string", "boolean"],
    description: "Text, the chosen option, or a date as YYYY-MM-DD; a boolean for yes_no",
  }),
  archived: Type.Boolean({ description: "Whether the field is archived" }),
});

const ExportedAppointment = record(
  "ExportedAppointment",
  "An appointment, with the policy it was booked under",
  {
    ...AppointmentShape.properties,
    policy_version: nullable(Type.Integer({ description: "Null if there was no policy" })),
  },
);

const ExportedPromotion = record("ExportedPromotion", "A promotion applied to an appointment", {
  appointment_id: Id,
  promotion_id: Id,
  name: Type.String({ description: "Name of the promotion when it was applied" }),
  code: textOrNull("The code of the promotion"),
  kind: words(["percent", "amount"] as const, "A percentage of each price, or an amount off their sum"),
  percent: nullable(Type.Integer({ description: "Percent of the price, 1 to 100" })),
  amount_minor: nullable(Type.Integer({ description: "Amount in minor units" })),
  service_ids: Type.Array(Id, {
    description: "Services to which the promotion applies; empty for all services",
  }),
  applied_at: utc("Time of application"),
});

const ExportedPayment = record("ExportedPayment", "A payment, with its reference", {
  ...Payment.properties,
  reference: textOrNull("The reference entered with the payment, such as the number of a receipt"),
});

const Entry = record("ExportedWalletEntry", "A change of the balance", {
  number: Type.Integer({ description: "Number of the entry, from 1" }),
  cause: Type.String({
    description:
      "issue, redeem, give_back, renewal, expiry, void, withdraw, restore, adjust, block or unblock",
  }),
  delta: Type.Integer({ description: "The change of the balance, negative for a deduction" }),
  balance_after: Type.Integer({ description: "The balance after the change" }),
  payment_id: nullable(Id),
  refund_id: nullable(Id),
  reason: nullable(Type.String(), "Reason for a change by a manager"),
  created_at: CreatedAt,
});

const Entitlement = record(
  "ExportedEntitlement",
  "A package, a membership or a gift card, with its ledger in units, credits or minor units",
  {
    id: Id,
    kind: words(["package", "membership", "gift_card"] as const, "Kind of entitlement"),
    name: Type.String({ description: "Name at the time of the sale" }),
    service_ids: Type.Array(Id, {
      description: "Services that the entitlement pays for; empty for all services",
    }),
    currency: textOrNull("Currency of a gift card"),
    code_last4: textOrNull("Last four characters of the code of a gift card"),
    total: Type.Integer({ description: "Balance at the time of the sale" }),
    starts_on: { ...LocalDate, description: "First day of validity" },
    expires_on: nullable({ ...LocalDate, description: "Last day of validity; null: no end" }),
    renews_on: nullable({ ...LocalDate, description: "Day of the next renewal" }),
    withdrawn_at: nullable(utc("Time of withdrawal")),
    blocked_at: nullable(utc("Time of blocking")),
    sale_id: nullable(Id, "The sale of the entitlement"),
    created_at: CreatedAt,
    entries: Type.Array(Entry, { description: "The ledger" }),
  },
);

const SignedForm = record("ExportedForm", "A form, with its signature and the IP address it was sent from", {
  ...Form.properties,
  signer_address: textOrNull("IP address of the sender"),
  signature_png: textOrNull("PNG in base64"),
});

const ExportedPhoto = record("ExportedPhoto", "A photo, with its format and size", {
  ...Photo.properties,
  media_type: words(["image/jpeg", "image/png", "image/webp", "image/heic"] as const, "Format"),
  byte_length: Type.Integer({ description: "Size in bytes" }),
  width: Type.Integer({ description: "Pixels" }),
  height: Type.Integer({ description: "Pixels" }),
});

const Email = record("ExportedEmail", "An e-mail or text message to the client, pending or sent", {
  id: Id,
  channel: words(["email", "sms"] as const, "Channel of the message"),
  recipient: Type.String({ description: "E-mail address or phone number of the recipient" }),
  subject: Type.String({ description: "Subject; empty for a text message" }),
  body_text: Type.String({ description: "Plain text" }),
  calendar_text: textOrNull("The attached calendar file"),
  status: Type.String({ description: "pending, sending, sent, failed or unknown" }),
  sent_at: nullable(utc("Time at which the mail server or provider accepted the message")),
  created_at: CreatedAt,
});

const EventOfClient = record("ExportedEvent", "An event with data of the client", {
  id: Id,
  type: Type.String({ description: "Event type" }),
  created_at: CreatedAt,
  body: { ...AnyObject, description: "The body as it was sent" },
});

const AuditEntry = record("ExportedAuditEntry", "An entry of the audit log about the client", {
  id: Id,
  actor_kind: Type.String({ description: "Kind of actor: user, key, public or system" }),
  entity: Type.String({ description: "Kind of record" }),
  entity_id: Id,
  action: Type.String({ description: "created, changed or deleted" }),
  before: nullable(AnyObject, "State before; of a change, the fields that differ"),
  after: nullable(AnyObject, "State after; of a change, the fields that differ"),
  created_at: CreatedAt,
});

const ImportedRow = record(
  "ExportedImportRow",
  "A row of an imported file that created or found the client",
  {
    import_id: Id,
    row_number: Type.Integer({ description: "Position in the file" }),
    file_name: textOrNull("Name of the file"),
    external_id: textOrNull("The id that the other program gave to the client"),
    cells: nullable(
      Type.Array(Type.String(), { description: "The cells" }),
      "Null once they are no longer stored",
    ),
    imported_at: utc("When the file was uploaded"),
  },
);

/** The export of a client's data (an addition to contract §3). Every list is ordered oldest first. */
export const ClientExport = record("ClientExport", "All data stored about a client", {
  exported_at: utc("When the export was made"),
  client: Client,
  answers: Type.Array(Answer, { description: "With the labels of the fields, archived fields included" }),
  merged_client_ids: Type.Array(Id, { description: "Clients who were merged into this one" }),
  appointments: Type.Array(ExportedAppointment, { description: "Past and upcoming appointments" }),
  waitlist: Type.Array(WaitlistEntry, { description: "Waitlist entries, including entries that ended" }),
  promotions: Type.Array(ExportedPromotion, { description: "Promotions applied to the appointments" }),
  sales: Type.Array(Sale, { description: "Sales" }),
  payments: Type.Array(ExportedPayment, { description: "Payments" }),
  saved_cards: Type.Array(clientPayments.ExportedCard, {
    description: "Cards saved for fees, including removed cards",
  }),
  wallet: Type.Array(Entitlement, { description: "Entitlements, including entitlements without a balance" }),
  forms: Type.Array(SignedForm, { description: "Completed and pending forms" }),
  notes: Type.Array(ClientNote, { description: "Notes of the staff about the client" }),
  imports: Type.Array(ImportedRow, { description: "Rows of imported files" }),
  photos: Type.Array(ExportedPhoto, { description: "Photos, with URLs that are valid for ten minutes" }),
  mails: Type.Array(Email, { description: "E-mails and text messages of the last thirty days" }),
  events: Type.Array(EventOfClient, {
    description: "Empty for a business with `webhook_payload` `ids_only`: its events hold no personal data",
  }),
  audit_log: Type.Array(AuditEntry, { description: "Changes to the client's records, with their actors" }),
});
export type ClientExportRecord = Static<typeof ClientExport>;
