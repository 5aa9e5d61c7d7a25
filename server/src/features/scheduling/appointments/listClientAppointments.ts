import { zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import { LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { assertClient } from "../../clients/clients/index.ts";
import { type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { findAppointmentsOfClient } from "./store.ts";

/**
 * Every visit of a client, in whatever state, newest first (contract §8). A staff member sees of their clients the
 * visits that are their own (contract §2). Throws `not_found` for an unknown, foreign or deleted client, and
 * `validation_failed` for a cursor that is not of this list.
 */
export async function listClientAppointments(
  reader: Reader,
  businessId: string,
  query: {
    readonly clientId: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly own: OwnOnly | null;
  },
): Promise<{ items: AppointmentRecord[]; next_cursor: string | null }> {
  const { clientId, own } = query;
  const listing = { list: "visits", businessId, clientId };
  const key = keyOfCursor(listing, query.cursor, ["instant", "id"]);
  await assertClient(reader, businessId, clientId, own);
  const limit = query.limit ?? PAGE_SIZE;
  const found = await findAppointmentsOfClient(reader, businessId, {
    clientId,
    ownStaffId: own?.staffId ?? null,
    before: key === null ? BEFORE_ALL : { startsAt: key[0], id: key[1] },
    limit: limit + 1,
  });
  return pageOf(
    listing,
    found,
    limit,
    ({ appointment }) => [appointment.startsAt, appointment.id],
    ({ appointment, timeZone }) => appointmentRecord(appointment, zoneNamed(timeZone)),
  );
}

/** No visit starts later than the last instant there is. */
const BEFORE_ALL = { startsAt: LAST_INSTANT + 1, id: NIL_ID };
