import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { PRICE_KINDS } from "../../business/services/index.ts";
import { APPOINTMENT_TARGETS } from "./appointmentTargets.ts";
import { PROBLEM_CODES } from "./problems.ts";
import { MAX_COLUMNS } from "./readCsv.ts";
import { SERVICE_TARGETS } from "./serviceTargets.ts";
import { TARGETS } from "./targets.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const Kind = words(["clients", "services", "appointments"], "The kind of record that each row contains");
const DateOrder = words(["day_first", "month_first"], "How dates such as 03/04/1990 are read");
const PhoneCountry = Type.String({
  pattern: "^[A-Z]{2}$",
  description: "The country (ISO 3166-1 alpha-2) of phone numbers without a country code",
  examples: ["GB"],
});
const Outcome = words(
  ["created", "matched", "refused"],
  "Outcome of the row: a new record, an existing record that does not change, or no import",
);

const targets = Type.Array(
  nullable(
    Type.String({
      maxLength: 60,
      examples: ["first_name"],
      description: `A field of clients: ${TARGETS.join(", ")}, or \`field:\` and the id of a client field. A field of services: ${SERVICE_TARGETS.join(", ")}. A field of appointments: ${APPOINTMENT_TARGETS.join(", ")}. null ignores the column`,
    }),
  ),
  {
    maxItems: MAX_COLUMNS,
    description: "The field for each column. Only `note` may be repeated",
  },
);

const counts = record("ImportCounts", "The rows by outcome: planned before the run, final after it", {
  created: count("Rows of new records"),
  matched: count("Rows of existing records, which do not change"),
  refused: count("Rows that are not imported"),
  with_problems: count("Rows with values that cannot be read. The rows are imported without these values"),
});

export const Import = record("Import", "The import of a CSV file", {
  id: Id,
  kind: Kind,
  status: words(
    ["uploaded", "ready", "queued", "running", "completed", "undoing"],
    "`uploaded` until columns are assigned, `ready` until it is run. Undoing deletes it",
  ),
  file_name: nullable(line(200, "Name of the file")),
  preset: words(["fresha", "square", "other"], "The program that wrote the file, detected from the columns"),
  encoding: Type.String({ description: "Encoding of the file", examples: ["utf-8"] }),
  separator: Type.String({ description: "The character between two cells", examples: [";"] }),
  columns: Type.Array(Type.String(), { description: "The names in the first line of the file" }),
  targets,
  date_order: DateOrder,
  phone_country: PhoneCountry,
  row_count: count("Number of rows"),
  done_count: count(
    "Number of rows that were handled by the run or, while the import is being undone, by the undo",
  ),
  counts,
  completed_at: nullable(utc("When the run ended")),
  undo_until: nullable(utc("Time until which the import can be undone; null unless the import is completed")),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export type ImportRecord = Static<typeof Import>;

export const ImportPage = page("ImportPage", Import);
export const ImportQuery = query(pageQuery());

export const ImportInput = input("ImportInput", "A file to import", {
  kind: Kind,
  file_name: Type.Optional(line(200, "Name of the file, to recognise it")),
});

export const ImportMapping = input("ImportMapping", "How the columns of a file are imported", {
  targets,
  date_order: Type.Optional(DateOrder),
  phone_country: Type.Optional(PhoneCountry),
});

const Problem = record("ImportProblem", "A value that cannot be imported", {
  column: nullable(Type.String({ description: "The column; null for the whole row" })),
  code: words(PROBLEM_CODES, "The problem, for programs"),
  message: Type.String({ description: "Reason for the problem" }),
});

const ImportedService = record("ImportedService", "The values of a service in a row of an imported file", {
  category: nullable(Type.String({ description: "Name of the category" })),
  duration_minutes: count("Minutes from start to end without buffers"),
  buffer_before_minutes: count("Minutes before the start that keep staff and resources busy"),
  buffer_after_minutes: count("Minutes after the end that keep staff and resources busy"),
  price: Money,
  price_kind: words(PRICE_KINDS, "Meaning of the price; a free service costs 0"),
  staff: Type.Array(Type.String(), { description: "Names of the staff members who perform the service" }),
});

const text = (description: string) => nullable(Type.String({ description }));

const ImportedAppointment = record(
  "ImportedAppointment",
  "The values of an appointment in a row of an imported file. A value that cannot be read is null",
  {
    starts_at: text("Start in the local time of the location, with the UTC offset"),
    ends_at: text("End; null before the run if the row has no duration"),
    time_zone: text("Time zone of the location"),
    location_id: nullable(described(Id, "The location")),
    location: text("Name of the location"),
    service: text("Name of the service"),
    staff: text("Name of the staff member"),
    price: nullable(Money, "Price; null before the run for the price of the service"),
    status: nullable(words(["booked", "requested"], "Status after the import")),
  },
);

export const ImportRow = record("ImportRow", "A row of an imported file", {
  row_number: Type.Integer({
    minimum: 1,
    description: "Number of the row in the file, from 1 after the header row",
  }),
  outcome: nullable({ ...Outcome }, "Null until columns are assigned"),
  problems: Type.Array(Problem, { description: "The values that are not imported" }),
  cells: nullable(
    Type.Array(Type.String(), { description: "The cells" }),
    "The cells; null once they are imported without problems, and a day after the run",
  ),
  name: nullable(
    Type.String({
      description:
        "The name that is imported or, without cells, the name of the client or service; the name of the client in an import of appointments",
    }),
  ),
  email: nullable(Type.String({ description: "The e-mail address that is imported" })),
  phone_e164: nullable(Type.String({ description: "The phone number that is imported" })),
  service: nullable(ImportedService, "The service that is imported; null in imports of other records"),
  appointment: nullable(
    ImportedAppointment,
    "The appointment that is imported; null in imports of other records",
  ),
  client_id: nullable(described(Id, "The client, after the run")),
  service_id: nullable(described(Id, "The service, after the run")),
  appointment_id: nullable(described(Id, "The appointment, after the run")),
});

export type ImportRowRecord = Static<typeof ImportRow>;

export const ImportRowPage = page("ImportRowPage", ImportRow);

export const ImportRowQuery = query({
  outcome: Type.Optional(Outcome),
  with_problems: Type.Optional(Type.Boolean({ description: "Only rows with problems" })),
  ...pageQuery(),
});
