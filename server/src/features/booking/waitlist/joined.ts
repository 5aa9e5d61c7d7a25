import { zoneNamed } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { entryOfToken, type LinkedRecord, manageUrl, waitlistUrl } from "../manage-links/index.ts";
import { commonFields, offerRecord } from "./entry.ts";
import type { JoinedRecord } from "./schema.ts";
import { findJoined, type JoinedRow } from "./store.ts";

/** The settings for building links. */
export interface LinkSettings {
  readonly secret: string;
  /** Returns the base URL of the installation, without a trailing slash. */
  readonly address: () => string;
}

/**
 * Returns the entry of a waitlist link. Throws `not_found` with the same message for an invalid token and for a deleted client (contract
 * §9).
 */
export async function openWaitlistLink(
  reader: Reader,
  { secret }: LinkSettings,
  token: string,
): Promise<LinkedRecord> {
  const linked = entryOfToken(secret, token);
  if (linked === undefined) throw notFound();
  const [row] = await reader.query(findJoined, { business_id: linked.businessId, id: linked.id });
  if (row === undefined) throw notFound();
  return linked;
}

/** Reads an entry for its client. */
export async function readJoined(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  settings: LinkSettings,
  linked: LinkedRecord,
  formsUrl: string | null = null,
): Promise<JoinedRecord> {
  const [row] = await reader.query(findJoined, { business_id: linked.businessId, id: linked.id });
  if (row === undefined) throw notFound();
  return joinedRecord(snapshot, settings, linked, row, formsUrl);
}

function joinedRecord(
  snapshot: SchedulingSnapshot,
  { secret, address }: LinkSettings,
  { businessId, id }: LinkedRecord,
  row: JoinedRow,
  formsUrl: string | null,
): JoinedRecord {
  const { business_name, slug, location_id, location_name, time_zone, appointment_id: appointmentId } = row;
  return {
    ...commonFields(row),
    items: row.items.map(({ service_id, staff_id }) => ({
      service_id,
      service_name: row.service_names[service_id] ?? "",
      staff_id,
      staff_name: staff_id === null ? null : (row.staff_names[staff_id] ?? ""),
    })),
    ...{ business_name, slug, location_id, location_name, time_zone },
    offer: joinedOffer(snapshot, row),
    manage_url: appointmentId === null ? null : manageUrl(address(), secret, { businessId, appointmentId }),
    forms_url: formsUrl,
    waitlist_url: waitlistUrl(address(), secret, { businessId, id }),
  };
}

/** Returns the newest offer with names and current prices. */
function joinedOffer({ services, currency }: SchedulingSnapshot, row: JoinedRow): JoinedRecord["offer"] {
  const offer = offerRecord(row.offer, zoneNamed(row.time_zone));
  if (offer === null) return null;
  const prices = offer.items.map(
    ({ service_id, staff_id }) => services.get(service_id)?.performers.get(staff_id)?.priceAmount ?? 0,
  );
  return {
    ...offer,
    items: offer.items.map(({ service_id, staff_id }, index) => ({
      service_id,
      staff_id,
      service_name: row.service_names[service_id] ?? "",
      staff_name: row.staff_names[staff_id] ?? "",
      price: moneyOf(prices[index] ?? 0, currency),
    })),
    total: moneyOf(
      prices.reduce((sum, price) => sum + price, 0),
      currency,
    ),
  };
}
