import { dateOf, dayAt, startOfDay, utcOrNull, utcText, type Zone } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { pageOf } from "../../../platform/http/cursor.ts";
import { assertClient } from "../../clients/clients/index.ts";
import { dayAfter, dayNumber, stateOn } from "./currentState.ts";
import { walletSettings } from "./openEntitlement.ts";
import type { WalletRecord } from "./schema.ts";
import { listOfClient, MAX_WALLET_BYTES, type WalletRow } from "./store.ts";

/** Maximum number of entitlements in a response. The maximum size of the response may reduce the number further. */
const MAX_ENTRIES = 500;

/**
 * Returns the wallet of a client (contract §3): packages and gift cards with a balance, and current memberships even without a
 * balance, ordered by expiry. Renewals and expiries take effect on their due day, even if the background job has not written
 * their ledger entries yet. Throws `not_found` for an unknown client and for a client that the `own` restriction hides from the
 * caller.
 */
export async function readWallet(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
  own: OwnOnly | null = null,
): Promise<WalletRecord> {
  await assertClient(reader, businessId, clientId, own);
  const { zone, currency } = await walletSettings(reader, businessId);
  const today = dateOf(dayAt(zone, now));
  const rows = await reader.query(listOfClient, {
    businessId,
    clientId,
    validOn: today,
    limit: MAX_ENTRIES + 1,
  });
  const shown = (row: WalletRow) => entryOf(row, { zone, currency, today });
  const key = ({ id }: WalletRow) => [id];
  const { items, next_cursor } = pageOf({ clientId }, rows, MAX_ENTRIES, key, shown, MAX_WALLET_BYTES);
  return {
    client_id: clientId,
    packages: items.flatMap((item) => ("package" in item ? [item.package] : [])),
    membership_credits: items.flatMap((item) => ("membership" in item ? [item.membership] : [])),
    gift_cards: items.flatMap((item) => ("giftCard" in item ? [item.giftCard] : [])),
    has_more: next_cursor !== null,
  };
}

type Entry =
  | { readonly package: WalletRecord["packages"][number] }
  | { readonly membership: WalletRecord["membership_credits"][number] }
  | { readonly giftCard: WalletRecord["gift_cards"][number] };

function entryOf(
  row: WalletRow,
  { zone, currency, today }: { readonly zone: Zone; readonly currency: string; readonly today: string },
): Entry {
  const { id, name, service_ids, total, expires_on } = row;
  const { balance, renewsOn } = stateOn(row, row.balance, today);
  const blocked_at = utcOrNull(row.blocked_at);
  const units = { id, name, service_ids, total, remaining: balance, blocked_at };
  if (row.kind === "package") return { package: { ...units, expires_at: endOf(expires_on, zone) } };
  if (row.kind === "membership") {
    const renews_at = renewsOn === null ? null : utcText(startOfDay(zone, dayNumber(renewsOn)));
    return { membership: { ...units, renews_at } };
  }
  const code_last4 = row.code_last4 ?? "";
  const amount = moneyOf(balance, row.currency ?? currency);
  return { giftCard: { id, code_last4, balance: amount, blocked_at, expires_at: endOf(expires_on, zone) } };
}

/** Returns the first instant after the last valid day, in UTC, or null for an entitlement that does not expire. */
function endOf(expiresOn: string | null, zone: Zone): string | null {
  return expiresOn === null ? null : utcText(startOfDay(zone, dayNumber(dayAfter(expiresOn))));
}
