import { type Status, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, pageOf } from "../../../platform/http/cursor.ts";
import { assertForwards } from "../../../platform/http/window.ts";
import { type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { isOwnAppointment } from "./ownAppointments.ts";
import { type FoundAppointment, findAppointments, readAppointment } from "./store.ts";

/** One visit as GET shows it. Throws `not_found`, also for one that is not a staff member's own. */
export async function getAppointment(
  reader: Reader,
  businessId: string,
  id: string,
  own: OwnOnly | null = null,
): Promise<AppointmentRecord> {
  const found = await readAppointment(reader, businessId, id);
  if (found === undefined || !isOwnAppointment(found.appointment, own)) throw notFound();
  return recordOf(found);
}

export interface ListQuery {
  readonly location_id: string;
  readonly from: string;
  readonly to: string;
  readonly staff_id?: string;
  readonly client_id?: string;
  readonly status?: readonly Status[];
  readonly updated_since?: string;
  readonly limit?: number;
  readonly cursor?: string;
}

const NORMAL_LIMIT = 500;

/**
 * A location's visits that overlap `from ≤ … < to`, by start, then id (contract §8). Paging goes by that key, so that
 * visits booked meanwhile shift nothing. A location or member that nobody knows has none.
 */
export async function listAppointments(
  reader: Reader,
  businessId: string,
  query: ListQuery,
  own: OwnOnly | null = null,
): Promise<{ items: AppointmentRecord[]; next_cursor: string | null }> {
  const [fromAt, untilAt] = [instantOf(query.from), instantOf(query.to)];
  assertForwards(fromAt, untilAt);
  const listing = { ...query, list: "appointments", businessId };
  const key = keyOfCursor(listing, query.cursor, ["instant", "id"]);
  const limit = query.limit ?? NORMAL_LIMIT;
  const found = await findAppointments(reader, businessId, {
    locationId: query.location_id,
    fromAt,
    untilAt,
    staffId: query.staff_id ?? null,
    ownStaffId: own?.staffId ?? null,
    clientId: query.client_id ?? null,
    statuses: query.status ?? null,
    updatedSince: query.updated_since === undefined ? null : instantOf(query.updated_since),
    after: key === null ? null : { startsAt: key[0], id: key[1] },
    limit: limit + 1,
  });
  return pageOf(listing, found, limit, ({ appointment }) => [appointment.startsAt, appointment.id], recordOf);
}

function recordOf({ appointment, timeZone }: FoundAppointment): AppointmentRecord {
  return appointmentRecord(appointment, zoneNamed(timeZone));
}
