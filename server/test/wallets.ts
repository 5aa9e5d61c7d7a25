import { createMembershipPlan, createPackage } from "../src/features/checkout/prepaid/index.ts";
import {
  issueEntitlement,
  redeem,
  returnToWallet,
  withdrawIssued,
} from "../src/features/checkout/wallet/index.ts";
import { newId } from "../src/kernel/ids.ts";
import { column, statement } from "../src/platform/database/index.ts";
import type { OpenSalon } from "./openSalon.ts";

const readLedger = statement(
  "test_read_ledger",
  { number: column.integer, cause: column.text, delta: column.integer, balance_after: column.integer },
  `select number, cause, delta, balance_after
   from wallet_entries
   where business_id = $1
     and entitlement_id = $2
   order by number`,
);

/** What a sale, a payment and a refund do to wallets, each in a transaction of its own, at the salon's clock. */
export function walletsOf(open: OpenSalon) {
  const { database, clock, salon } = open;
  const { businessId, clientId } = salon;
  const inside = database.transaction;
  return {
    giftCard: async (amountMinor: number, more: { clientId?: string | null; saleId?: string } = {}) => {
      const issue = {
        clientId,
        saleId: null,
        ...more,
        kind: "gift_card",
        productId: null,
        amountMinor,
      } as const;
      const issued = await inside((tx) => issueEntitlement(tx, businessId, { ...issue, now: clock.now() }));
      return { ...issued, code: issued.code as string };
    },
    package: async (
      terms: { units: number; valid_months?: number; service_ids?: string[] },
      saleId?: string,
    ) => {
      const price = { amount: 10_000, currency: "EUR" };
      const wanted = { name: `${terms.units} visits`, service_ids: [], price, ...terms };
      return inside(async (tx) => {
        const { id: productId } = await createPackage(tx, businessId, wanted, clock.now());
        const issue = {
          kind: "package",
          productId,
          clientId,
          saleId: saleId ?? null,
          now: clock.now(),
        } as const;
        return (await issueEntitlement(tx, businessId, issue)).entitlementId;
      });
    },
    membership: async (
      terms: {
        credits: number;
        period_months?: number;
        periods?: number;
        service_ids?: string[];
      },
      saleId?: string,
    ) => {
      const price = { amount: 3_000, currency: "EUR" };
      const wanted = { name: "Monthly", service_ids: [], price, ...terms };
      return inside(async (tx) => {
        const { id: productId } = await createMembershipPlan(tx, businessId, wanted, clock.now());
        const issue = {
          kind: "membership",
          productId,
          clientId,
          saleId: saleId ?? null,
          now: clock.now(),
        } as const;
        return (await issueEntitlement(tx, businessId, issue)).entitlementId;
      });
    },
    /** Answers the payment's id beside what the door answers. */
    redeem: async (
      method: "gift_card" | "package" | "membership",
      reference: string,
      more: { amountMinor?: number; serviceId?: string | null; clientId?: string | null; path?: string } = {},
    ) => {
      const paymentId = newId();
      const redemption = {
        amountMinor: 4500,
        serviceId: salon.cut,
        clientId,
        path: "/payments/0",
        ...more,
        method,
        reference,
        paymentId,
        now: clock.now(),
      };
      return { paymentId, ...(await inside((tx) => redeem(tx, businessId, redemption))) };
    },
    returnToWallet: (paymentId: string, amountMinor: number) =>
      inside((tx) =>
        returnToWallet(tx, businessId, { paymentId, refundId: newId(), amountMinor, now: clock.now() }),
      ),
    withdraw: (saleId: string) =>
      inside((tx) => withdrawIssued(tx, businessId, { saleId, now: clock.now() })),
    ledger: (entitlementId: string) => database.query(readLedger, [businessId, entitlementId]),
    wallet: async () => (await open.call("GET", `/clients/${clientId}/wallet`)).body.data,
  };
}

/** Fields that a refused use case names, as a route would; anything else it threw is thrown again. */
export async function refusedBy(work: Promise<unknown>): Promise<{ path: string; message: string }[]> {
  try {
    await work;
  } catch (error) {
    const { details } = error as { details?: { fields?: { path: string; message: string }[] } };
    if (details?.fields === undefined) throw error;
    return details.fields;
  }
  return [];
}
