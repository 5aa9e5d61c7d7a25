import { notFound } from "../../../../kernel/errors.ts";
import type { Database, Reader, Transaction } from "../../../../platform/database/index.ts";
import { AccountGone, type AccountState, type PaymentProvider } from "../provider/provider.ts";
import type { PaymentsAccountRecord } from "../schema.ts";
import {
  disconnectAccount as disconnectAccountRow,
  findAccount,
  findBusinessOfAccount,
  listToRefresh,
  setRefreshed,
  updateAccount,
} from "./accountStore.ts";

const NOT_CONNECTED: PaymentsAccountRecord = {
  status: "not_connected",
  provider: null,
  charges_enabled: false,
  payouts_enabled: false,
  requirements_due: [],
};

/**
 * Returns the account for online payments in the state that the provider last reported, or `not_connected` if the installation
 * has no provider.
 */
export async function paymentsAccount(
  reader: Reader,
  businessId: string,
  provider: PaymentProvider | null,
): Promise<PaymentsAccountRecord> {
  const [row] = provider === null ? [] : await reader.query(findAccount, { businessId });
  if (row === undefined) return NOT_CONNECTED;
  const { status, charges_enabled, payouts_enabled, requirements_due } = row;
  return { status, provider: row.provider, charges_enabled, payouts_enabled, requirements_due };
}

/** Returns the provider's id of the account that takes online payments, or null while charges are not enabled. */
export async function chargeableAccount(reader: Reader, businessId: string): Promise<string | null> {
  const [row] = await reader.query(findAccount, { businessId });
  return row?.charges_enabled === true ? row.account_id : null;
}

/** Returns the business of an account at the provider, or undefined for an unknown account. */
export async function businessOfAccount(
  reader: Reader,
  provider: PaymentProvider,
  accountId: string | null,
): Promise<string | undefined> {
  if (accountId === null) return undefined;
  const [row] = await reader.query(findBusinessOfAccount, { provider: provider.name, accountId });
  return row?.business_id;
}

/**
 * Disconnects the account, which then takes no further payments. Earlier payments can still be refunded, because each payment
 * stores its account. Throws `not_found` if no account is connected.
 */
export async function disconnectAccount(
  tx: Transaction,
  businessId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [row] = await tx.query(disconnectAccountRow, { businessId, now });
  if (row === undefined) throw notFound();
  return { id: row.id, deleted: true };
}

export interface ProviderAccount {
  readonly businessId: string;
  readonly accountId: string;
  readonly now: number;
}

/**
 * Reads the state of an account from the provider and stores it. `refreshed_at` is stored before the request, so that an account whose
 * refresh fails also moves to the end of the list of accounts to refresh.
 */
export async function refreshAccount(
  database: Database,
  provider: PaymentProvider,
  account: ProviderAccount,
): Promise<void> {
  const { businessId, accountId, now } = account;
  await database.query(setRefreshed, { businessId, accountId, now });
  const state = await provider.readAccount(accountId).catch((error: unknown) => {
    if (error instanceof AccountGone) return GONE;
    throw error;
  });
  await database.transaction(async (tx) => write(tx, account, state));
}

/** Records that the provider denies access to an account. The account then takes no further payments. */
export function accountIsGone(tx: Transaction, account: ProviderAccount): void {
  write(tx, account, GONE);
}

const GONE: AccountState = {
  status: "disabled",
  chargesEnabled: false,
  payoutsEnabled: false,
  requirementsDue: [],
};

function write(tx: Transaction, { businessId, accountId, now }: ProviderAccount, state: AccountState): void {
  tx.write(updateAccount, { businessId, accountId, ...state, now });
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Returns the accounts to refresh next, at most 100, least recently refreshed first. Accounts with the status `active` or
 * `disabled` are refreshed once a day and all others every few minutes, because webhooks may be lost and the owner may grant
 * access again.
 */
export async function accountsToRefresh(
  reader: Reader,
  now: number,
): Promise<{ businessId: string; accountId: string }[]> {
  const rows = await reader.query(listToRefresh, {
    onboardingBeforeAt: now - 2 * MINUTE_MS,
    finalBeforeAt: now - DAY_MS,
  });
  return rows.flatMap((row) =>
    row.account_id === null ? [] : [{ businessId: row.business_id, accountId: row.account_id }],
  );
}
