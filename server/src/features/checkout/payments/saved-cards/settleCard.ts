import type { Context } from "../../../../platform/context.ts";
import { accountIsGone } from "../account/account.ts";
import { AccountGone, type PaymentProvider } from "../provider/provider.ts";
import {
  type CardRow,
  findCard,
  listDueCards,
  postponeCard,
  setCustomer,
  setEnded,
  setSaved,
} from "./cardStore.ts";

interface CardIds {
  readonly businessId: string;
  readonly cardId: string;
}

/**
 * Saves a pending card at the provider, or deletes a removed card there. Repeated calls have no effect. If Daybook may no longer access the
 * account, the card can be neither charged nor deleted, so it gets its final status. Must not be called in a transaction, because it calls
 * the provider.
 */
export async function settleCard(
  context: Context,
  provider: PaymentProvider,
  { businessId, cardId }: CardIds,
): Promise<void> {
  const { database, clock } = context;
  const ids = { business_id: businessId, id: cardId };
  const [card] = await database.query(findCard, ids);
  if (card === undefined || (card.status !== "pending" && card.status !== "removing")) return;
  try {
    await (card.status === "pending" ? save(context, provider, card) : remove(context, provider, card));
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error;
    const account = { businessId, accountId: card.provider_account_id, now: clock.now() };
    const to = card.status === "pending" ? "failed" : "removed";
    await database.transaction(async (tx) => {
      accountIsGone(tx, account);
      tx.write(setEnded, { ...ids, from: card.status, to, now: account.now });
    });
  }
}

async function save({ database, clock }: Context, provider: PaymentProvider, card: CardRow): Promise<void> {
  const ids = { business_id: card.business_id, id: card.id };
  const saved = await provider.saveCard({
    cardId: card.id,
    accountId: card.provider_account_id,
    setupId: card.provider_setup_id,
  });
  const now = clock.now();
  if (saved.status === "failed") {
    await database.query(setEnded, { ...ids, from: "pending", to: "failed", now });
    return;
  }
  const { status: _, ...details } = saved;
  const rows = await database.query(setSaved, { ...ids, ...details, now });
  if (rows.length === 0) await keepRemoved({ database, clock }, provider, card, saved.customerId);
}

/** Deletes a card at the provider after a user has removed the card in Daybook while the provider was saving it. */
async function keepRemoved(
  context: Context,
  provider: PaymentProvider,
  card: CardRow,
  customerId: string,
): Promise<void> {
  const { database, clock } = context;
  const ids = { business_id: card.business_id, id: card.id };
  const [now] = await database.query(findCard, ids);
  // A concurrent request has saved the same card.
  if (now === undefined || now.status === "active") return;
  await database.query(setCustomer, { ...ids, customerId, now: clock.now() });
  await remove(context, provider, { ...card, provider_customer_id: customerId });
}

async function remove({ database, clock }: Context, provider: PaymentProvider, card: CardRow): Promise<void> {
  const { provider_account_id: accountId, provider_customer_id: customerId } = card;
  if (customerId !== null) await provider.removeCard({ accountId, customerId });
  const ids = { business_id: card.business_id, id: card.id };
  await database.query(setEnded, { ...ids, from: "removing", to: "removed", now: clock.now() });
}

const PAGE = 100;
/**
 * The time in milliseconds for which the background job skips a card, because the request that saves or removes it may still be
 * running.
 */
const REQUEST_MS = 60_000;

/** Settles the cards whose request was interrupted or failed. Logs a failure and continues with the next card. */
export async function settleDueCards(
  context: Context,
  provider: PaymentProvider,
  log: (message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context;
  const due = await database.query(listDueCards, { beforeAt: clock.now() - REQUEST_MS, limit: PAGE });
  for (const { business_id: businessId, id } of due) {
    if (signal.aborted) return;
    try {
      await settleCard(context, provider, { businessId, cardId: id });
    } catch (error) {
      log(`saved card ${id} could not be settled with the payment provider`, error);
      await database.query(postponeCard, { business_id: businessId, id, now: clock.now() });
    }
  }
}
