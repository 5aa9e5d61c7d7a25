import { dateOf, dayAt, startOfDay, utcText, type Zone } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { assertClient } from "../../clients/clients/index.ts";
import { dayAfter, dayNumber, stateOn } from "./currentState.ts";
import { businessOf } from "./openEntitlement.ts";
import type { WalletRecord } from "./schema.ts";
import { listOfClient } from "./store.ts";

/**
 * What a client has in their wallet now (contract §3): packages and gift cards with something left, memberships as long
 * as they run; what lapses first stands first. Renewals and ends count from their moment, whether the worker has
 * written them down yet or not. Throws `not_found`, also for a client who is none of a staff member's own.
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
    businessOf(reader, businessId),
    reader.query(listOfClient, [businessId, clientId]),
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
      expires_at: endOf(one.expires_on, zone),
    })),
    membership_credits: of("membership").map((one) => ({
      id: one.id,
      name: one.name,
      service_ids: one.service_ids,
      total: one.total,
      remaining: one.balance,
      renews_at: one.renewsOn === null ? null : utcText(startOfDay(zone, dayNumber(one.renewsOn))),
    })),
    gift_cards: of("gift_card").map((one) => ({
      id: one.id,
      code_last4: one.code_last4 ?? "",
      balance: moneyOf(one.balance, one.currency ?? currency),
      expires_at: endOf(one.expires_on, zone),
    })),
  };
}

/** The first instant after the last good day. */
function endOf(expiresOn: string | null, zone: Zone): string | null {
  return expiresOn === null ? null : utcText(startOfDay(zone, dayNumber(dayAfter(expiresOn))));
}
