import type { Static } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { isOwnClient } from "../../clients/clients/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { unassignedItemsOf } from "./query.ts";
import type { AvailabilityQuery } from "./schema.ts";
import { findOnlineBookingStatus, findOwnAppointment } from "./store.ts";

type Query = Static<typeof AvailabilityQuery>;

/** Resolves the location and items of a request. `problems` contains every parameter with an unknown id. */
export function lookUp(snapshot: SchedulingSnapshot, query: Query) {
  const requested = requestedItems(query);
  const location = snapshot.locations.get(query.location_id.toLowerCase());
  if (location === undefined || !location.active) {
    const problem = { path: "/location_id", message: "is not an active location of this business" };
    return { location: undefined, items: [], problems: [problem] };
  }
  return { location, ...unassignedItemsOf(snapshot, location, requested, pathOfQuery) };
}

function requestedItems(query: Query) {
  const staffIds = query.staff_ids;
  if (staffIds !== undefined && staffIds.length !== query.service_ids.length) {
    throw invalid({ path: "/staff_ids", message: "must have as many entries as `service_ids`" });
  }
  return query.service_ids.map((serviceId, index) => ({
    serviceId: serviceId.toLowerCase(),
    staffId: (staffIds?.[index] ?? "any").toLowerCase(),
  }));
}

function pathOfQuery(index: number, field: "service_id" | "staff_id"): string {
  return `/${field}s/${index}`;
}

/**
 * Reads the date of the requested client's last patch test, and whether the client is blocked from online booking. Returns
 * undefined without a client. Throws `validation_failed` if the caller may not read the client.
 */
export async function readOnlineStatus(
  reader: Reader,
  businessId: string,
  query: Query,
  own: OwnOnly | null,
) {
  if (query.client_id === undefined) return undefined;
  const [[onlineStatus], isOwn] = await Promise.all([
    reader.query(findOnlineBookingStatus, { businessId, clientId: query.client_id }),
    own === null || isOwnClient(reader, businessId, query.client_id, own),
  ]);
  if (onlineStatus === undefined || !isOwn)
    throw invalid({ path: "/client_id", message: "is not a client of this business" });
  return onlineStatus;
}

/**
 * Returns the id, in lower case, of the appointment whose time counts as free. Throws `validation_failed` if the caller may not read the
 * appointment.
 */
export async function readExcluded(
  reader: Reader,
  businessId: string,
  query: Query,
  own: OwnOnly | null,
): Promise<string | null> {
  const id = query.exclude_appointment_id;
  if (id === undefined) return null;
  const ownStaffId = own?.staffId ?? null;
  const found = await reader.query(findOwnAppointment, { businessId, id, ownStaffId });
  if (found.length === 0) {
    throw invalid({ path: "/exclude_appointment_id", message: "is not an appointment of this business" });
  }
  return id.toLowerCase();
}
