import { utcOrNull, utcText } from "@daybook/engine";
import { notFound } from "../../../../kernel/errors.ts";
import { moneyOf } from "../../../../kernel/money.ts";
import { pagesOfClient, type Reader, type Transaction } from "../../../../platform/database/index.ts";
import { assertClient } from "../../../clients/clients/index.ts";
import {
  type CardRow,
  eraseConsents,
  listCards,
  listCardsOfClient,
  moveCards,
  removeCards,
} from "./cardStore.ts";
import type { ExportedCardRecord, SavedCardRecord } from "./schema.ts";

/** Maximum number of cards in the list of a client's cards; older cards are not listed. */
const MAX_LISTED = 100;

/**
 * Returns those cards of a client that can be charged or are being saved, newest first. Throws `not_found` for an unknown
 * client.
 */
export async function cardsOfClient(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<SavedCardRecord[]> {
  await assertClient(reader, businessId, clientId, null);
  const rows = await reader.query(listCards, { businessId, clientId, limit: MAX_LISTED });
  return rows.map(cardRecord);
}

/**
 * Removes a card of a client, so that it can no longer be charged. After the commit, the caller must delete the card at the provider
 * (settleCard.ts). Throws `not_found` for an unknown card.
 */
export async function removeCard(
  tx: Transaction,
  businessId: string,
  { clientId, cardId, now }: { readonly clientId: string; readonly cardId: string; readonly now: number },
): Promise<void> {
  await assertClient(tx, businessId, clientId, null);
  const rows = await tx.query(removeCards, { businessId, clientIds: [clientId], id: cardId, now });
  if (rows.length === 0) throw notFound();
}

/** Removes all cards of deleted or erased clients. A background job then deletes the cards at the provider. */
export function removeCardsOf(
  tx: Transaction,
  businessId: string,
  clientIds: readonly string[],
  now: number,
): void {
  tx.write(removeCards, { businessId, clientIds: [...clientIds], id: null, now });
}

/** Removes the cards of erased clients, and the consent texts that the clients accepted. */
export function eraseCardsOf(
  tx: Transaction,
  businessId: string,
  clientIds: readonly string[],
  now: number,
): void {
  removeCardsOf(tx, businessId, clientIds, now);
  tx.write(eraseConsents, { businessId, clientIds: [...clientIds] });
}

/** Moves the cards of a merged client to the remaining client. Both clients must be locked. */
export function moveCardsOf(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(moveCards, { businessId, fromClientId: fromId, toClientId: toId });
}

/** Yields all cards of a client for the export of the client's data, oldest first, in pages. */
export async function* exportCards(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ExportedCardRecord[]> {
  const pages = pagesOfClient(reader, listCardsOfClient, { businessId, clientId }, (row) => [
    row.created_at,
    row.id,
  ]);
  for await (const page of pages)
    yield page.map((row) => ({
      ...cardRecord(row),
      consent_text: row.consent_text,
      removed_at: utcOrNull(row.removed_at),
    }));
}

function cardRecord(row: CardRow): SavedCardRecord {
  const money = (minor: number | null) => (minor === null ? null : moneyOf(minor, row.currency));
  return {
    id: row.id,
    appointment_id: row.appointment_id,
    status: row.status,
    brand: row.brand,
    last4: row.last4,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    policy_version: row.policy_version,
    late_cancel_fee: money(row.late_cancel_amount),
    no_show_fee: money(row.no_show_amount),
    consented_at: utcText(row.consented_at),
    created_at: utcText(row.created_at),
  };
}
