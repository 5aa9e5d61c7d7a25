import { dateOf, dayAt, startOfDay, utcOrNull, utcText, type Zone } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { assertClient } from "../../clients/clients/index.ts";
import { dayAfter, dayNumber, stateOn } from "./currentState.ts";
import { walletSettings } from "./openEntitlement.ts";
import type { WalletRecord } from "./schema.ts";
import { listOfClient } from "./store.ts";

/**
 * The wallet of a client (contract §3): packages and gift cards with a balance, and running memberships, the earliest
 * expiry first. Renewals and expiries count at once, whether or not the worker has written their entries. Throws
 * `not_found`, also for a client outside the staff member's `own`.
 */
export async function readWallet(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
  own: OwnOnly | null = null,
): Promise<WalletRecord> {
  await assertClient(reader, businessId, clientId, own);
  const [{ zone, currency }, rows] = await Promise.all([
    walletSettings(reader, businessId),
    reader.query(listOfClient, { businessId, clientId }),
  ]);
  const today = dateOf(dayAt(zone, now));
  const held = rows
    .filter((row) => row.expires_on === null || row.expires_on >= today)
    .map((row) => ({ ...row, ...stateOn(row, row.balance, today) }));
  const of = (kind: (typeof held)[number]["kind"]) =>
    held.filter((one) => one.kind === kind && (kind === "membership" || one.balance > 0));
  return {
    client_id: clientId,
    packages: of("package").map((one) => ({
      id: one.id,
      name: one.name,
      service_ids: one.service_ids,
      total: one.total,
      remaining: one.balance,
      blocked_at: utcOrNull(one.blocked_at),
      expires_at: endOf(one.expires_on, zone),
    })),
    membership_credits: of("membership").map((one) => ({
      id: one.id,
      name: one.name,
      service_ids: one.service_ids,
      total: one.total,
      remaining: one.balance,
      blocked_at: utcOrNull(one.blocked_at),
      renews_at: one.renewsOn === null ? null : utcText(startOfDay(zone, dayNumber(one.renewsOn))),
    })),
    gift_cards: of("gift_card").map((one) => ({
      id: one.id,
      code_last4: one.code_last4 ?? "",
      balance: moneyOf(one.balance, one.currency ?? currency),
      blocked_at: utcOrNull(one.blocked_at),
      expires_at: endOf(one.expires_on, zone),
    })),
  };
}

/** The first instant after the last valid day. */
function endOf(expiresOn: string | null, zone: Zone): string | null {
  return expiresOn === null ? null : utcText(startOfDay(zone, dayNumber(dayAfter(expiresOn))));
}
