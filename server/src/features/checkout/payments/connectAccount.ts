import { utcText } from "@daybook/engine";
import { ApiError, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Database } from "../../../platform/database/index.ts";
import { accountIsGone } from "./account.ts";
import { findAccount, insertAccount, insertProviderAccount, nameAccount } from "./accountStore.ts";
import { AccountGone, type PaymentProvider, ProviderRefusal } from "./provider.ts";
import { findBusiness } from "./store.ts";

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
  try {
    const link = await reached(() => provider.onboardingLink({ accountId, returnUrl }));
    return { url: link.url, expires_at: utcText(link.expiresAt) };
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error;
    await database.transaction(async (tx) => accountIsGone(tx, { businessId, accountId, now }));
    const message = "is not ours to use any more, says the payment provider: let it go, then connect another";
    throw invalid({ path: "", message });
  }
}

async function reached<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AccountGone) throw error;
    if (error instanceof ProviderRefusal)
      throw invalid({ path: "", message: "is refused by the payment provider" });
    throw new ApiError("unavailable", "The payment provider is away. Try again shortly.", undefined, error);
  }
}
