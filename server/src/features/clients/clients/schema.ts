import { type Static, type TProperties, Type } from "typebox";
import {
  CreatedAt,
  DateTime,
  described,
  Id,
  input,
  LocalDate,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";

const FIELD_ID = "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d11";

const FirstName = { ...line(120, "First name", 1), examples: ["Anna"] };
const LastName = { ...line(120, "Last name"), examples: ["Müller"] };
const Email = Type.String({
  format: "email",
  description: "E-mail address, stored as sent",
  examples: ["anna@example.com"],
});
const Phone = Type.String({
  pattern: "^\\+[1-9]\\d{1,14}$",
  description: "E.164: a plus sign, country code and number, without spaces or brackets",
  examples: ["+4917612345678"],
});
const Alert = {
  ...line(200, "A warning shown with every appointment, such as an allergy"),
  examples: ["Allergic to nuts"],
};
const PatchTestAt = { ...LocalDate, description: "Day of the last allergy test, YYYY-MM-DD" };

/** The optional texts that callers enter, one for each column of `clientTexts`; in changes, null clears a text. */
const texts = {
  last_name: nullable(LastName),
  email: nullable(Email),
  phone_e164: nullable(Phone),
  alert: nullable(Alert),
};

/** The API record of a client (contract §3). */
export const Client = record("Client", "A client of the business", {
  id: Id,
  first_name: FirstName,
  ...texts,
  custom_fields: Type.Record(Type.String(), Type.Unsafe<string | boolean>({ type: ["string", "boolean"] }), {
    description:
      "Answers to the business's `client_fields`, by field id; archived fields and their answers are not shown",
    examples: [{ [FIELD_ID]: "Oat milk" }],
  }),
  online_booking_blocked_at: nullable({
    ...DateTime,
    description: "Time at which the client was blocked from online booking, in UTC; null if not blocked",
  }),
  patch_test_at: nullable(PatchTestAt),
  first_visit_at: nullable({
    ...DateTime,
    description: "Start of the first appointment with status arrived or completed, in UTC",
  }),
  last_visit_at: nullable({
    ...DateTime,
    description: "Start of the last appointment with status arrived or completed, in UTC",
  }),
  next_visit_at: nullable({
    ...DateTime,
    description: "Start of the next appointment with status requested or booked, in UTC",
  }),
  visit_count: Type.Integer({
    minimum: 0,
    description: "Number of appointments with status arrived or completed",
  }),
  no_show_count: Type.Integer({ minimum: 0, description: "Number of appointments with status no_show" }),
  contacts_masked: Type.Optional(
    Type.Literal(true, {
      description: "Present if the caller does not see contacts: `email` and `phone_e164` are then null",
    }),
  ),
  version: Type.Integer({
    minimum: 1,
    description: "Increases with every change of the client, not with changes of appointments",
  }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type ClientRecord = Static<typeof Client>;

/** The summary of a client that other API records contain. */
export const ClientSummary = record("ClientSummary", "The fields of a client that a calendar shows", {
  id: Id,
  first_name: FirstName,
  last_name: nullable(LastName),
  alert: nullable(Alert),
  phone_e164: nullable(Phone),
  contacts_masked: Type.Optional(
    Type.Literal(true, {
      description: "Present if the caller does not see contacts: `phone_e164` is then null",
    }),
  ),
});
export type ClientSummaryRecord = Static<typeof ClientSummary>;

/** The optional fields of an input; in changes, null clears a field. */
const details = {
  ...Type.Partial(Type.Object(texts)).properties,
  custom_fields: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Unsafe<string | boolean | null>({ type: ["string", "boolean", "null"] }),
      {
        description:
          "Answers by field id, merged with the stored ones; null clears an answer. Text up to 500 characters, " +
          "choice one of its options, yes_no a boolean, date YYYY-MM-DD. `required` binds pages and forms, not the API",
        examples: [{ [FIELD_ID]: "Oat milk" }],
      },
    ),
  ),
  online_booking_blocked: Type.Optional(
    nullable(
      Type.Boolean({
        description:
          "True blocks the client from the booking page and the waitlist; staff can still book for them",
      }),
    ),
  ),
  patch_test_at: Type.Optional(nullable(PatchTestAt)),
} satisfies TProperties;

export const ClientInput = input("ClientInput", "A client to create", { first_name: FirstName, ...details });
export type ClientInput = Static<typeof ClientInput>;

export const ClientChanges = input(
  "ClientChanges",
  "Changes to a client: absent fields stay, null clears a field, `first_name` cannot be cleared",
  { first_name: Type.Optional(FirstName), ...details },
);
export type ClientChanges = Static<typeof ClientChanges>;

const DuplicateClient = record("DuplicateClient", "A client who may be the same person", {
  client: Client,
  reasons: Type.Array(words(["phone", "email", "name"] as const, "A value that both clients have"), {
    description: "The values that both clients have. An equal first name alone does not count",
  }),
});

export const Duplicates = record("DuplicateClients", "Clients who may be the same person as a client", {
  items: Type.Array(DuplicateClient, {
    description: "At most 20, sorted by number of equal values, highest first",
  }),
});
export type DuplicatesRecord = Static<typeof Duplicates>;

export const DuplicatesQuery = query({ client_id: described(Id, "The client to compare with") });

export const ClientPage = page("ClientPage", Client);
export type ClientPageRecord = Static<typeof ClientPage>;

export const ClientListQuery = query({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Prefixes of words in names and e-mail, without regard to case and accents (Müller = muller = mueller); names in " +
        "Chinese, Japanese and Korean script by any of their characters; or at least three digits of the phone number. Each of several words must match",
      examples: ["mül anna"],
    }),
  ),
  updated_since: Type.Optional({
    ...DateTime,
    description:
      "Only clients updated at or after this instant (with a UTC offset or `Z`), in the order of their updates. Continue with the last `updated_at`: no update is missed",
  }),
  ...pageQuery(),
});
export type ClientListQuery = Static<typeof ClientListQuery>;
