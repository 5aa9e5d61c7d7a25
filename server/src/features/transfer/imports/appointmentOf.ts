import type { AppointmentTarget } from "./appointmentTargets.ts";
import { combined, type StatedStart, startIn, statusIn, timeIn } from "./appointmentValues.ts";
import { MAX_EXTERNAL_ID, MAX_NOTE } from "./limits.ts";
import { type ColumnTargets, RowCells } from "./rowCells.ts";
import { durationIn, priceIn } from "./serviceValues.ts";
import { type DateOrder, dateIn, emailIn, lineOf, paragraphsOf, phoneIn } from "./values.ts";

/** The settings for reading the rows of a file of appointments. */
export interface AppointmentReader extends ColumnTargets<AppointmentTarget> {
  readonly dateOrder: DateOrder;
  readonly phoneCountry: string;
  /** The number of decimal places of the currency. */
  readonly digits: number;
}

/** The values of a row, before the import has found its client, service, staff member and location. Names are texts from the file. */
export interface ReadAppointment {
  readonly cells: RowCells<AppointmentTarget>;
  readonly externalId: string | null;
  /** The client's name as one text, and in two parts if the file has them. */
  readonly clientName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly service: string;
  readonly staff: string;
  readonly location: string;
  /** The start; null if the row has no start or the start is invalid. */
  readonly start: StatedStart | null;
  readonly durationMinutes: number | null;
  readonly priceAmount: number | null;
  /** The status; null if the status is invalid. */
  readonly status: "booked" | "requested" | "ended" | null;
  readonly note: string | null;
}

/** Reads the values of a row. Omits an invalid optional value and reports a problem. */
export function appointmentOf(row: readonly string[], reader: AppointmentReader): ReadAppointment {
  const cells = new RowCells(row, reader);
  const order = reader.dateOrder;
  const hasTwoColumns = reader.targets.includes("date");
  const start = hasTwoColumns
    ? cells.read("date", dateThenTime(cells, order))
    : cells.read("starts_at", startIn(cells.of("starts_at"), order));
  const firstName = lineOf(cells.of("first_name"));
  const lastName = lineOf(cells.of("last_name"));
  const status = cells.read("status", statusIn(cells.of("status")));
  return {
    cells,
    externalId: lineOf(cells.of("external_id")).slice(0, MAX_EXTERNAL_ID) || null,
    clientName: lineOf(cells.of("client_name")) || [firstName, lastName].filter(Boolean).join(" "),
    firstName,
    lastName,
    email: cells.read("email", emailIn(cells.of("email"))),
    phone: cells.read("phone", phoneIn(cells.of("phone"), reader.phoneCountry)),
    service: lineOf(cells.of("service")),
    staff: lineOf(cells.of("staff")),
    location: lineOf(cells.of("location")),
    start,
    durationMinutes: cells.read("duration", durationIn(cells.of("duration"))) || null,
    priceAmount: cells.read("price", priceIn(cells.of("price"), reader.digits))?.amount ?? null,
    status: status ?? (cells.isReported("status") ? null : "booked"),
    note: cells.short("note", paragraphsOf(cells.of("note")), MAX_NOTE) || null,
  };
}

/** Reads the start from a column of dates and a column of times. */
function dateThenTime(cells: RowCells<AppointmentTarget>, order: DateOrder) {
  const time = timeIn(cells.of("time"));
  const date = dateIn(cells.of("date"), order, "future");
  if ("value" in date && !("value" in time)) {
    cells.report("time", time);
    return { value: null };
  }
  return combined(date, time);
}
