import { notFound } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { type LinkedRecord, linkToken, recordOfToken } from "../manage-links/index.ts";
import { commonFields } from "./entry.ts";
import type { JoinedRecord } from "./schema.ts";
import { findJoined, type JoinedRow } from "./store.ts";

/** The settings from which links are built. */
export interface LinkSettings {
  readonly secret: string;
  /** Returns the base URL of the installation, without a trailing slash. */
  readonly address: () => string;
}

const PURPOSE = "waitlist links";

/**
 * Returns the entry of a waitlist link. Throws the same `not_found` for an invalid token and for a deleted client, whose links
 * end (contract §9).
 */
export async function openWaitlistLink(
  reader: Reader,
  { secret }: LinkSettings,
  token: string,
): Promise<LinkedRecord & { readonly row: JoinedRow }> {
  const linked = recordOfToken(secret, PURPOSE, token);
  if (linked === undefined) throw notFound();
  const [row] = await reader.query(findJoined, { business_id: linked.businessId, id: linked.id });
  if (row === undefined) throw notFound();
  return { ...linked, row };
}

/** Returns an entry as its client sees it. */
export async function readJoined(
  reader: Reader,
  settings: LinkSettings,
  linked: LinkedRecord,
): Promise<JoinedRecord> {
  const [row] = await reader.query(findJoined, { business_id: linked.businessId, id: linked.id });
  if (row === undefined) throw notFound();
  return joinedRecord(settings, linked, row);
}

export function joinedRecord(
  { secret, address }: LinkSettings,
  { businessId, id }: LinkedRecord,
  row: JoinedRow,
): JoinedRecord {
  const { business_name, slug, location_id, location_name, time_zone } = row;
  return {
    ...commonFields(row),
    items: row.items.map(({ service_id, staff_id }) => ({
      service_id,
      service_name: row.service_names[service_id] ?? "",
      staff_id,
      staff_name: staff_id === null ? null : (row.staff_names[staff_id] ?? ""),
    })),
    ...{ business_name, slug, location_id, location_name, time_zone },
    waitlist_url: `${address()}/api/v1/public/waitlist/${linkToken(secret, PURPOSE, { businessId, id })}`,
  };
}
