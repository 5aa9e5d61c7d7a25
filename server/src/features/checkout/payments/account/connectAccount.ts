import { utcText } from "@daybook/engine";
import { ApiError, invalid, notFound } from "../../../../kernel/errors.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Database } from "../../../../platform/database/index.ts";
import { businessRecord } from "../../../business/businesses/index.ts";
import { refuseSandbox } from "../provider/dryRunProvider.ts";
import { AccountGone, type PaymentProvider, ProviderRefusal } from "../provider/provider.ts";
import { accountIsGone } from "./account.ts";
import { findAccount, insertAccount, insertProviderAccount, setProviderAccount } from "./accountStore.ts";

/**
 * Starts or continues onboarding. Creates the account at the provider if needed, and returns a link to the provider's onboarding page.
 * Daybook's row is inserted first, and its id is the idempotency key at the provider, so interrupted and concurrent requests create only
 * one account. Throws `validation_failed` in a sandbox, without a provider, or when the provider rejects the request; throws `unavailable`
 * when the provider cannot be reached.
 */
export async function connectAccount(
  database: Database,
  provider: PaymentProvider | null,
  wanted: { readonly businessId: string; readonly returnUrl: string; readonly now: number },
): Promise<{ url: string; expires_at: string }> {
  refuseSandbox();
  if (provider === null)
    throw invalid({ path: "", message: "is not supported: no payment provider is configured" });
  const { businessId, returnUrl, now } = wanted;
  const { account, country } = await database.transaction(async (tx) => {
    tx.write(insertAccount, {
      business_id: businessId,
      id: newId(),
      provider: provider.name,
      account_id: null,
      status: "onboarding",
      charges_enabled: false,
      payouts_enabled: false,
      requirements_due: [],
      let_go_at: null,
      created_at: now,
      updated_at: now,
      refreshed_at: now,
    });
    const [[account], { country }] = await Promise.all([
      tx.query(findAccount, { businessId }),
      businessRecord(tx, businessId),
    ]);
    if (account === undefined) throw notFound();
    return { account, country };
  });
  const accountId =
    account.account_id ?? (await call(() => provider.createAccount({ id: account.id, country }))).accountId;
  if (account.account_id === null) {
    await database.transaction(async (tx) => {
      tx.write(setProviderAccount, { businessId, id: account.id, accountId, now });
      const { name } = provider;
      tx.write(insertProviderAccount, { provider: name, account_id: accountId, business_id: businessId });
    });
  }
  try {
    const link = await call(() => provider.onboardingLink({ accountId, returnUrl }));
    return { url: link.url, expires_at: utcText(link.expiresAt) };
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error;
    await database.transaction(async (tx) => accountIsGone(tx, { businessId, accountId, now }));
    const message =
      "is not accepted until the connected account is disconnected: the server no longer has access to that account";
    throw invalid({ path: "", message });
  }
}

async function call<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AccountGone) throw error;
    if (error instanceof ProviderRefusal)
      throw invalid({
        path: "",
        message:
          "was rejected by the payment provider: Stripe Connect must be enabled in the server's Stripe account, and Stripe must support the business's country",
      });
    const message = "The payment provider cannot be reached. Try again shortly.";
    throw new ApiError("unavailable", message, undefined, error);
  }
}
