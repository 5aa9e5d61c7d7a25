import { utcText } from "@daybook/engine";
import { ApiError, invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { Database, Reader, Transaction } from "../../platform/database/index.ts";
import {
  findAccount,
  insertAccount,
  insertProviderAccount,
  letAccountGo,
  listUnfinished,
  nameAccount,
  updateAccount,
} from "./accountStore.ts";
import { type PaymentProvider, ProviderRefusal } from "./provider.ts";
import type { PaymentsAccountRecord } from "./schema.ts";
import { findBusiness } from "./store.ts";

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
 * Begins or goes on with the onboarding: makes the account with the provider when there is none, and answers a link to
 * the page on which the owner tells about themselves. Our row is there before the account is, and its id goes along:
 * whoever is interrupted, or comes twice, ends with one account. Throws `validation_failed` while no
 * provider is configured or when it refuses, and `unavailable` while it is away.
 */
export async function connectAccount(
  database: Database,
  provider: PaymentProvider | null,
  wanted: { readonly businessId: string; readonly returnUrl: string; readonly now: number },
): Promise<{ url: string; expires_at: string }> {
  if (provider === null)
    throw invalid({ path: "", message: "cannot be done here: no payment provider is set up" });
  const { businessId, returnUrl, now } = wanted;
  const at = new Date(now);
  const { account, country } = await database.transaction(async (tx) => {
    tx.write(insertAccount, [businessId, newId(), provider.name, at]);
    const [[account], [business]] = await Promise.all([
      tx.query(findAccount, [businessId]),
      tx.query(findBusiness, [businessId]),
    ]);
    if (account === undefined || business === undefined) throw notFound();
    return { account, country: business.country };
  });
  const accountId =
    account.account_id ??
    (await reached(() => provider.createAccount({ id: account.id, country }))).accountId;
  if (account.account_id === null) {
    await database.transaction(async (tx) => {
      tx.write(nameAccount, [businessId, account.id, accountId, at]);
      tx.write(insertProviderAccount, [provider.name, accountId, businessId]);
    });
  }
  const link = await reached(() => provider.onboardingLink({ accountId, returnUrl }));
  return { url: link.url, expires_at: utcText(link.expiresAt) };
}

async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal)
      throw invalid({ path: "", message: "is refused by the payment provider" });
    throw new ApiError("unavailable", "The payment provider is away. Try again shortly.", undefined, error);
  }
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

/** Asks the provider how an account is, and writes it down. */
export async function refreshAccount(
  database: Database,
  provider: PaymentProvider,
  account: { readonly businessId: string; readonly accountId: string; readonly now: number },
): Promise<void> {
  const { businessId, accountId, now } = account;
  const state = await provider.readAccount(accountId);
  await database.transaction(async (tx) => {
    tx.write(updateAccount, [
      businessId,
      accountId,
      state.status,
      state.chargesEnabled,
      state.payoutsEnabled,
      state.requirementsDue,
      new Date(now),
    ]);
  });
}

/** Accounts whose onboarding is not over and that nobody has asked about since an instant: for the worker. */
export async function unfinishedAccounts(
  reader: Reader,
  before: number,
): Promise<{ businessId: string; accountId: string }[]> {
  const rows = await reader.query(listUnfinished, [new Date(before)]);
  return rows.flatMap((row) =>
    row.account_id === null ? [] : [{ businessId: row.business_id, accountId: row.account_id }],
  );
}
