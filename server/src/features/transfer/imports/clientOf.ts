import type { RowProblem } from "../../../tables/transfer.ts";
import type { clientDetails } from "../../clients/clients/index.ts";
import { problem } from "./problems.ts";
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

/** The settings with which the rows of a file are read. */
export interface RowReader {
  readonly columns: readonly string[];
  readonly targets: readonly (Target | null)[];
  readonly fields: readonly ClientField[];
  readonly dateOrder: DateOrder;
  readonly phoneCountry: string;
}

/** The values that were read from a row. `client` is null if the row contains no name, telephone number or e-mail address. */
export interface ReadRow {
  readonly client: ClientInput | null;
  readonly note: string | null;
  readonly externalId: string | null;
  readonly problems: readonly RowProblem[];
}

const MAX_NAME = 120;
const MAX_ALERT = 200;
const MAX_NOTE = 10_000;
const MAX_EXTERNAL_ID = 200;

/**
 * Reads the values of a row. An invalid value is omitted and reported as a problem, so a client with a wrong telephone number is
 * still imported. A client without a name gets the telephone number or e-mail address as the name.
 */
export function clientOf(cells: readonly string[], reader: RowReader): ReadRow {
  const problems: RowProblem[] = [];
  const columnOf = (target: Target) => reader.targets.indexOf(target);
  const cellOf = (target: Target) => cells[columnOf(target)] ?? "";
  const read = <T>(target: Target, reading: Reading<T>): T | null => {
    if ("value" in reading) return reading.value;
    problems.push({ column: reader.columns[columnOf(target)] ?? null, ...reading });
    return null;
  };
  const short = (target: Target, text: string, max: number): string => {
    const characters = [...text];
    return characters.length <= max
      ? text
      : (read(target, problem("cut")) ?? characters.slice(0, max).join("").trim());
  };

  const email = read("email", emailIn(cellOf("email")));
  const first = read("phone", phoneIn(cellOf("phone"), reader.phoneCountry));
  const second = read("second_phone", phoneIn(cellOf("second_phone"), reader.phoneCountry));
  const phone = first ?? second;
  const names = namesOf(
    lineOf(cellOf("full_name")),
    lineOf(cellOf("first_name")),
    lineOf(cellOf("last_name")),
  );
  const name = names.first || phone || email;
  const notes = reader.targets.flatMap((target, index) => {
    const text = target === "note" ? paragraphsOf(cells[index] ?? "") : "";
    return text === "" ? [] : [{ column: reader.columns[index] ?? "", text }];
  });
  if (first !== null && second !== null && first !== second)
    notes.push({ column: reader.columns[columnOf("second_phone")] ?? "", text: second });
  const note = notes.length === 1 && first === phone ? notes[0]?.text : joined(notes);
  const externalId = lineOf(cellOf("external_id")).slice(0, MAX_EXTERNAL_ID) || null;
  const answers = answersOf(cells, reader, problems);
  const isBlocked = read("online_booking_blocked", yesNoIn(cellOf("online_booking_blocked")));
  const patchTestAt = read("patch_test_at", dateIn(cellOf("patch_test_at"), reader.dateOrder));
  const alert = short("alert", lineOf(cellOf("alert")), MAX_ALERT);
  if (!name) {
    const noContactData = { column: null, ...problem("no_contact_data") };
    return { client: null, note: null, externalId, problems: [...problems, noContactData] };
  }
  return {
    client: {
      first_name: short("first_name", name, MAX_NAME),
      ...(names.last === "" ? {} : { last_name: short("last_name", names.last, MAX_NAME) }),
      ...(email === null ? {} : { email }),
      ...(phone === null ? {} : { phone_e164: phone }),
      ...(alert === "" ? {} : { alert }),
      ...(Object.keys(answers).length === 0 ? {} : { custom_fields: answers }),
      ...(isBlocked === true ? { online_booking_blocked: true } : {}),
      ...(patchTestAt === null ? {} : { patch_test_at: patchTestAt }),
    },
    note: note ? short("note", note, MAX_NOTE) : null,
    externalId,
    problems,
  };
}

/** Splits a full name before its last word, or at a comma: "Smith, Jane". A last name alone becomes the first name. */
function namesOf(full: string, first: string, last: string): { first: string; last: string } {
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
  if (field.type === "text") return [...text].length <= MAX_ANSWER ? { value: text } : problem("too_long");
  const option = field.options.find((one) => one.toLowerCase() === text.toLowerCase());
  return option === undefined ? problem("not_an_option") : { value: option };
}
