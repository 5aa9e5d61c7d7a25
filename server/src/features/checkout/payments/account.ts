import { notFound } from "../../../kernel/errors.ts";
import type { Database, Reader, Transaction } from "../../../platform/database/index.ts";
import { findAccount, letAccountGo, listToAsk, noteAsked, updateAccount } from "./accountStore.ts";
import { AccountGone, type AccountState, type PaymentProvider } from "./provider.ts";
import type { PaymentsAccountRecord } from "./schema.ts";

const NOT_CONNECTED: PaymentsAccountRecord = {
  status: "not_connected",
  provider: null,
  charges_enabled: false,
  payouts_enabled: false,
  requirements_due: [],
};

/** Where online payments stand, as the provider last said. Without a provider there is no account to speak of. */
export async function paymentsAccount(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider | null,
): Promise<PaymentsAccountRecord> {
  const [row] = provider === null ? [] : await reader.query(findAccount, [businessId]);
  if (row === undefined) return NOT_CONNECTED;
  const { status, charges_enabled, payouts_enabled, requirements_due } = row;
  return { status, provider: row.provider, charges_enabled, payouts_enabled, requirements_due };
}

/** The account with which a business takes payments online now, or null while it cannot. */
export async function chargeableAccount(reader: Reader, businessId: string): Promise<string | null> {
  const [row] = await reader.query(findAccount, [businessId]);
  return row?.charges_enabled === true ? row.account_id : null;
}

/**
 * Lets the account go: nothing more is charged on it. What was charged can still be refunded, because each payment
 * knows its account. Throws `not_found` when there is none.
 */
export async function letGo(
  tx: Transaction,
  businessId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [row] = await tx.query(letAccountGo, [businessId, new Date(now)]);
  if (row === undefined) throw notFound();
  return { id: row.id, deleted: true };
}

/** An account with the provider, and when that is said of it. */
export interface AccountThere {
  readonly businessId: string;
  readonly accountId: string;
  readonly now: number;
}

/**
 * Asks the provider how an account is, and writes it down. That it was asked is written first: one that cannot be asked
 * about waits for its next turn like the others.
 */
export async function refreshAccount(
  database: Database,
  provider: PaymentProvider,
  account: AccountThere,
): Promise<void> {
  const { businessId, accountId, now } = account;
  await database.query(noteAsked, [businessId, accountId, new Date(now)]);
  const state = await provider.readAccount(accountId).catch((error: unknown) => {
    if (error instanceof AccountGone) return GONE;
    throw error;
  });
  await database.transaction(async (tx) => write(tx, account, state));
}

/** Writes down that the provider does not let us use an account any more: nothing is charged there from now on. */
export function accountIsGone(tx: Transaction, account: AccountThere): void {
  write(tx, account, GONE);
}

const GONE: AccountState = {
  status: "disabled",
  chargesEnabled: false,
  payoutsEnabled: false,
  requirementsDue: [],
};

function write(tx: Transaction, { businessId, accountId, now }: AccountThere, state: AccountState): void {
  const { status, chargesEnabled, payoutsEnabled, requirementsDue } = state;
  const values = [status, chargesEnabled, payoutsEnabled, requirementsDue, new Date(now)];
  tx.write(updateAccount, [businessId, accountId, ...values]);
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Accounts to ask about, for the worker: those whose onboarding is not over every few minutes, the others once a day,
 * because an event may be lost and one that was taken from us may be given back. At most a hundred, those that have
 * waited longest.
 */
export async function accountsToAsk(
  reader: Reader,
  now: number,
): Promise<{ businessId: string; accountId: string }[]> {
  const rows = await reader.query(listToAsk, [new Date(now - 2 * MINUTE_MS), new Date(now - DAY_MS)]);
  return rows.flatMap((row) =>
    row.account_id === null ? [] : [{ businessId: row.business_id, accountId: row.account_id }],
  );
}
