import type { RowProblem } from "../../../tables/transfer.ts";
import type { clientDetails } from "../../clients/clients/index.ts";
import { MAX_EXTERNAL_ID, MAX_NOTE } from "./limits.ts";
import { problem } from "./problems.ts";
import { RowCells } from "./rowCells.ts";
import type { Target } from "./targets.ts";
import {
  type DateOrder,
  dateIn,
  emailIn,
  lineOf,
  paragraphsOf,
  phoneIn,
  type Reading,
  yesNoIn,
} from "./values.ts";

/** A client field that the business has defined. */
export type ClientField = Awaited<ReturnType<typeof clientDetails.fields>>[number];
type ClientInput = Parameters<typeof clientDetails.import>[1]["clients"][number]["client"];

/** The settings for reading the rows of a file. */
export interface RowReader {
  readonly columns: readonly string[];
  readonly targets: readonly (Target | null)[];
  readonly fields: readonly ClientField[];
  readonly dateOrder: DateOrder;
  readonly phoneCountry: string;
}

/** The values of a row. `client` is null if the row contains no name, telephone number or e-mail address. */
export interface ReadRow {
  readonly client: ClientInput | null;
  readonly note: string | null;
  readonly externalId: string | null;
  readonly problems: readonly RowProblem[];
}

const MAX_NAME = 120;
const MAX_ALERT = 200;

/**
 * Reads the values of a row. An invalid value is omitted and reported as a problem, so a client with a wrong telephone number is
 * still imported. A client without a name gets the telephone number or e-mail address as the name.
 */
export function clientOf(row: readonly string[], reader: RowReader): ReadRow {
  const cells = new RowCells<Target>(row, reader);
  const email = cells.read("email", emailIn(cells.of("email")));
  const first = cells.read("phone", phoneIn(cells.of("phone"), reader.phoneCountry));
  const second = cells.read("second_phone", phoneIn(cells.of("second_phone"), reader.phoneCountry));
  const phone = first ?? second;
  const names = namesOf(
    lineOf(cells.of("full_name")),
    lineOf(cells.of("first_name")),
    lineOf(cells.of("last_name")),
  );
  const name = names.first || phone || email;
  const notes = reader.targets.flatMap((target, index) => {
    const text = target === "note" ? paragraphsOf(row[index] ?? "") : "";
    return text === "" ? [] : [{ column: reader.columns[index] ?? "", text }];
  });
  if (first !== null && second !== null && first !== second)
    notes.push({ column: cells.columnOf("second_phone") ?? "", text: second });
  const note = notes.length === 1 && first === phone ? notes[0]?.text : joined(notes);
  const externalId = lineOf(cells.of("external_id")).slice(0, MAX_EXTERNAL_ID) || null;
  const answers = answersOf(row, reader, cells.problems);
  const isBlocked = cells.read("online_booking_blocked", yesNoIn(cells.of("online_booking_blocked")));
  const patchTestAt = cells.read("patch_test_at", dateIn(cells.of("patch_test_at"), reader.dateOrder));
  const alert = cells.short("alert", lineOf(cells.of("alert")), MAX_ALERT);
  if (!name) {
    const noContactData = { column: null, ...problem("no_contact_data") };
    return { client: null, note: null, externalId, problems: [...cells.problems, noContactData] };
  }
  return {
    client: {
      first_name: cells.short("first_name", name, MAX_NAME),
      ...(names.last === "" ? {} : { last_name: cells.short("last_name", names.last, MAX_NAME) }),
      ...(email === null ? {} : { email }),
      ...(phone === null ? {} : { phone_e164: phone }),
      ...(alert === "" ? {} : { alert }),
      ...(Object.keys(answers).length === 0 ? {} : { custom_fields: answers }),
      ...(isBlocked === true ? { online_booking_blocked: true } : {}),
      ...(patchTestAt === null ? {} : { patch_test_at: patchTestAt }),
    },
    note: note ? cells.short("note", note, MAX_NOTE) : null,
    externalId,
    problems: cells.problems,
  };
}

/** Splits a full name before its last word, or at a comma: "Smith, Jane". A single name becomes the first name. */
export function namesOf(full: string, first: string, last: string): { first: string; last: string } {
  if (first !== "") return { first, last };
  if (last !== "" || full === "") return { first: last, last: "" };
  const [before = "", after = ""] = full.split(/, (.*)/s);
  if (after !== "") return { first: after, last: before };
  const at = full.lastIndexOf(" ");
  return at === -1 ? { first: full, last: "" } : { first: full.slice(0, at), last: full.slice(at + 1) };
}

function joined(notes: readonly { readonly column: string; readonly text: string }[]): string {
  return notes.map(({ column, text }) => `${column}: ${text}`).join("\n");
}

function answersOf(
  cells: readonly string[],
  { columns, targets, fields, dateOrder }: RowReader,
  problems: RowProblem[],
): Record<string, string | boolean> {
  const answers: Record<string, string | boolean> = {};
  targets.forEach((target, index) => {
    if (target === null || !target.startsWith("field:")) return;
    const field = fields.find(({ id }) => `field:${id}` === target);
    if (field === undefined) return;
    const reading = answerIn(field, cells[index] ?? "", dateOrder);
    if (!("value" in reading)) problems.push({ column: columns[index] ?? null, ...reading });
    else if (reading.value !== null) answers[field.id] = reading.value;
  });
  return answers;
}

const MAX_ANSWER = 500;

function answerIn(field: ClientField, cell: string, order: DateOrder): Reading<string | boolean> {
  const text = lineOf(cell);
  if (text === "") return { value: null };
  if (field.type === "date") return dateIn(cell, order);
  if (field.type === "yes_no") return yesNoIn(cell);
  if (field.type === "text")
    return [...text].length <= MAX_ANSWER ? { value: text } : problem("too_long", MAX_ANSWER);
  const option = field.options.find((one) => one.toLowerCase() === text.toLowerCase());
  return option === undefined ? problem("not_an_option", field.options.join(", ")) : { value: option };
}
