import { type Status, utcOrNull, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import { instantOf, LAST_INSTANT } from "../../../kernel/instants.ts";
import { EXPORT_PAGE_SIZE, inPages, type Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { assertForwards } from "../../../platform/http/window.ts";
import { NO_HORIZON_AT, updateHorizon } from "../../../platform/updateTimes.ts";
import { assertClient } from "../../clients/clients/index.ts";
import { type Appointment, type AppointmentRecord, appointmentRecord } from "./appointment.ts";
import { listOfClient, listOfClientForExport, listOverlapping } from "./listStore.ts";
import { isOwnAppointment } from "./ownAppointments.ts";
import { type FoundAppointment, listedAppointments, readAppointment, readShared } from "./rows.ts";

interface AppointmentPageRecord {
  items: AppointmentRecord[];
  next_cursor: string | null;
}

/**
 * Returns an appointment as an API record. Throws `not_found` for an unknown appointment and, with `own`, for another staff member's
 * appointment.
 */
export async function getAppointment(
  reader: Reader,
  businessId: string,
  id: string,
  own: OwnOnly | null = null,
): Promise<AppointmentRecord> {
  return recordOf(ownOr404(await readShared(reader, businessId, id), own));
}

/** Reads an appointment. Throws `not_found` for an unknown appointment and, with `own`, for another staff member's appointment. */
export async function readOwnAppointment(
  reader: Reader,
  businessId: string,
  id: string,
  own: OwnOnly | null,
): Promise<Appointment> {
  return (await findOwn(reader, businessId, id, own)).appointment;
}

async function findOwn(
  reader: Reader,
  businessId: string,
  id: string,
  own: OwnOnly | null,
): Promise<FoundAppointment> {
  return ownOr404(await readAppointment(reader, businessId, id), own);
}

function ownOr404(found: FoundAppointment | undefined, own: OwnOnly | null): FoundAppointment {
  if (found === undefined || !isOwnAppointment(found.appointment, own)) throw notFound();
  return found;
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

const DEFAULT_LIMIT = 500;

/**
 * Lists a location's appointments that overlap `[from, to)`, by start, then id (contract §8). A cursor contains the start and
 * the id, so appointments that are booked between two page requests do not shift the rows of later pages. Returns no rows for
 * an unknown location or staff member. With `updated_since`, the first page sets an upper limit of `updated_at` for all pages.
 * An appointment that changes between two page requests gets a later `updated_at` than all listed appointments (decision 38).
 */
export async function listAppointments(
  reader: Reader,
  businessId: string,
  query: ListQuery,
  own: OwnOnly | null = null,
): Promise<AppointmentPageRecord> {
  const [fromAt, untilAt] = [instantOf(query.from), instantOf(query.to)];
  assertForwards(fromAt, untilAt);
  const listing = { ...query, list: "appointments", businessId };
  const [afterStartsAt, afterId, horizonAt] = keyOfCursor(listing, query.cursor, [
    "instant",
    "id",
    "instant",
  ]) ?? [null, null, query.updated_since === undefined ? NO_HORIZON_AT : await updateHorizon(reader)];
  const limit = query.limit ?? DEFAULT_LIMIT;
  const rows = await reader.query(listOverlapping, {
    business_id: businessId,
    locationId: query.location_id,
    fromAt,
    untilAt,
    clientId: query.client_id ?? null,
    statuses: query.status ?? null,
    updatedSinceAt: query.updated_since === undefined ? null : instantOf(query.updated_since),
    updatedBeforeAt: horizonAt,
    staffId: query.staff_id ?? null,
    ownStaffId: own?.staffId ?? null,
    afterStartsAt,
    afterId,
    limit: limit + 1,
  });
  const found = await listedAppointments(reader, businessId, rows);
  return pageOf(listing, found, limit, (one) => [...keyOf(one), horizonAt], recordOf);
}

/**
 * Lists the appointments of a client in every status, newest first (contract §8). A staff member reads only their own
 * appointments (contract §2). Throws `not_found` for an unknown or deleted client and, with `own`, for another staff member's
 * client. Throws `validation_failed` for a cursor of another list.
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
): Promise<AppointmentPageRecord> {
  const { clientId, own } = query;
  const listing = { list: "client appointments", businessId, clientId };
  const [beforeStartsAt, beforeId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? BEFORE_ALL;
  await assertClient(reader, businessId, clientId, own);
  const limit = query.limit ?? PAGE_SIZE;
  const found = await listClientPage(reader, businessId, {
    clientId,
    ownStaffId: own?.staffId ?? null,
    beforeStartsAt,
    beforeId,
    limit: limit + 1,
  });
  return pageOf(listing, found, limit, keyOf, recordOf);
}

/** The cursor key before the first page: a time after the last possible start. */
const BEFORE_ALL = [LAST_INSTANT + 1, NIL_ID] as const;

function listClientPage(
  reader: Reader,
  businessId: string,
  page: Omit<Parameters<typeof listOfClient.valuesOf>[0], "business_id">,
): Promise<FoundAppointment[]> {
  return reader
    .query(listOfClient, { business_id: businessId, ...page })
    .then((rows) => listedAppointments(reader, businessId, rows));
}

/** An appointment with its policy version (null without a policy) and the client's confirmation. */
export type ExportedAppointment = AppointmentRecord & {
  readonly policy_version: number | null;
  readonly client_confirmed_at: string | null;
};

/** Reads all appointments of a client, in every status, oldest first, in pages for the export of the client's data. */
export async function* exportAppointments(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedAppointment[]> {
  const pages = inPages(async (last: FoundAppointment | undefined) => {
    const rows = await reader.query(listOfClientForExport, {
      business_id: businessId,
      clientId,
      afterStartsAt: last?.appointment.startsAt ?? null,
      afterId: last?.appointment.id ?? null,
      limit: EXPORT_PAGE_SIZE,
    });
    return listedAppointments(reader, businessId, rows);
  });
  for await (const page of pages)
    yield page.map((found) => ({
      ...recordOf(found),
      policy_version: found.appointment.policyVersion,
      client_confirmed_at: utcOrNull(found.appointment.clientConfirmedAt),
    }));
}

function keyOf({ appointment }: FoundAppointment): [number, string] {
  return [appointment.startsAt, appointment.id];
}

function recordOf({ appointment, timeZone }: FoundAppointment): AppointmentRecord {
  return appointmentRecord(appointment, zoneNamed(timeZone));
}
