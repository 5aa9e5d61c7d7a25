import { zoneNamed } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import { entryOfToken, type LinkedRecord, manageUrl, waitlistUrl } from "../manage-links/index.ts";
import { commonFields, offerRecord } from "./entry.ts";
import { termsOfOffer } from "./offerPayment.ts";
import type { JoinedRecord } from "./schema.ts";
import { findJoined, type JoinedRow } from "./store.ts";

export interface LinkSettings {
  readonly secret: string;
  /** Returns the base URL of the installation, without a trailing slash. */
  readonly address: () => string;
}

interface JoinedSettings extends LinkSettings {
  readonly provider: PaymentProvider | null;
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

export async function readJoined(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  settings: JoinedSettings,
  linked: LinkedRecord,
  formsUrl: string | null = null,
): Promise<JoinedRecord> {
  const [row] = await reader.query(findJoined, { business_id: linked.businessId, id: linked.id });
  if (row === undefined) throw notFound();
  const offer = await joinedOffer(reader, snapshot, settings, row);
  return joinedRecord(settings, linked, row, { offer, formsUrl });
}

function joinedRecord(
  { secret, address }: LinkSettings,
  { businessId, id }: LinkedRecord,
  row: JoinedRow,
  { offer, formsUrl }: { readonly offer: JoinedRecord["offer"]; readonly formsUrl: string | null },
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
    offer,
    manage_url: appointmentId === null ? null : manageUrl(address(), secret, { businessId, appointmentId }),
    forms_url: formsUrl,
    waitlist_url: waitlistUrl(address(), secret, { businessId, id }),
  };
}

/** Returns the newest offer with names and current prices and, if it is pending, with the deposit that the client must pay. */
async function joinedOffer(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  { provider }: JoinedSettings,
  row: JoinedRow,
): Promise<JoinedRecord["offer"]> {
  const { services, currency } = snapshot;
  const offer = offerRecord(row.offer, zoneNamed(row.time_zone));
  if (offer === null) return null;
  const prices = offer.items.map(
    ({ service_id, staff_id }) => services.get(service_id)?.performers.get(staff_id)?.priceAmount ?? 0,
  );
  const { items } = offer;
  const terms =
    offer.status === "pending"
      ? await termsOfOffer(reader, snapshot, provider, { entryId: row.id, items })
      : null;
  const money = (minor: number | null | undefined) => (minor ? moneyOf(minor, currency) : null);
  return {
    ...offer,
    deposit: money(terms?.depositMinor),
    card: terms?.fees
      ? {
          late_cancel_fee: money(terms.fees.lateCancelMinor),
          no_show_fee: money(terms.fees.noShowMinor),
        }
      : null,
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
