import { invalid } from "../../../../kernel/errors.ts";
import { isInSandbox } from "../../../../platform/businessTime.ts";
import { isDryRun } from "../../../../platform/database/index.ts";
import type { PaymentProvider } from "./provider.ts";

/** A placeholder id. A dry run rolls back the row that contains it. */
const NO_ID = "dry_run";

/** Throws `validation_failed` in a sandbox, which takes no online payments. */
export function refuseSandbox(): void {
  if (isInSandbox()) throw invalid({ path: "", message: "is not supported in a sandbox" });
}

/**
 * Wraps a provider so that a dry run gets the result of a successful call without calling the provider. In a sandbox, every
 * call throws `validation_failed`.
 */
export function withoutDryRuns(provider: PaymentProvider): PaymentProvider {
  const unless =
    <Args extends unknown[], Result>(
      call: (...args: Args) => Promise<Result>,
      usual: (...args: Args) => Result,
    ) =>
    async (...args: Args) => {
      refuseSandbox();
      return isDryRun() ? usual(...args) : call(...args);
    };
  return {
    name: provider.name,
    browserLibrary: provider.browserLibrary,
    createAccount: unless(provider.createAccount, () => ({ accountId: NO_ID })),
    onboardingLink: unless(provider.onboardingLink, () => ({ url: "", expiresAt: 0 })),
    readAccount: unless(provider.readAccount, () => ({
      status: "onboarding",
      chargesEnabled: false,
      payoutsEnabled: false,
      requirementsDue: [],
    })),
    startPayment: unless(provider.startPayment, () => ({ providerPaymentId: NO_ID, clientSecret: "" })),
    readPayment: unless(provider.readPayment, () => ({ status: "pending", card: null })),
    cancelPayment: unless(provider.cancelPayment, () => ({ status: "failed", card: null })),
    authorise: unless(provider.authorise, () => ({ providerPaymentId: NO_ID, clientSecret: "" })),
    openCheckout: unless(provider.openCheckout, () => ({ checkoutId: NO_ID, url: "" })),
    readAuthorisation: unless(provider.readAuthorisation, () => ({
      status: "open",
      providerPaymentId: null,
    })),
    cancelAuthorisation: unless(provider.cancelAuthorisation, () => ({
      status: "cancelled",
      providerPaymentId: null,
    })),
    saveCard: unless(provider.saveCard, () => ({ status: "failed" })),
    removeCard: unless(provider.removeCard, () => undefined),
    chargeCard: unless(provider.chargeCard, () => ({
      status: "pending",
      card: null,
      providerPaymentId: null,
      problem: null,
    })),
    capture: unless(provider.capture, () => ({ status: "pending", card: null })),
    refund: unless(provider.refund, ({ amountMinor }) => ({
      providerRefundId: NO_ID,
      amountMinor,
      status: "succeeded",
    })),
    readRefund: unless(provider.readRefund, ({ providerRefundId, amountMinor }) => ({
      providerRefundId,
      amountMinor: amountMinor ?? 0,
      status: "pending",
    })),
    eventOf: (body, signature, now) => provider.eventOf(body, signature, now),
  };
}
