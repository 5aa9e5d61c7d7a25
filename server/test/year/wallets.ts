import type { Wallet } from "./money.ts";
import type { YearBusiness } from "./yearBusiness.ts";

/** An entitlement with its ledger, from the export of a client. */
interface Held {
  readonly id: string;
  readonly kind: "package" | "membership" | "gift_card";
  readonly expires_on: string | null;
  readonly withdrawn_at: string | null;
  readonly entries: readonly {
    readonly cause: string;
    readonly delta: number;
    readonly balance_after: number;
    readonly payment_id: string | null;
  }[];
}

/** Balances by entitlement id. */
export type Balances = Readonly<Record<string, number>>;

/** Reads the balances of all entitlements in a client's wallet. */
export async function shownTo({ program }: YearBusiness, clientId: string): Promise<Balances> {
  const wallet = await program<Wallet>("GET", `/clients/${clientId}/wallet`);
  return Object.fromEntries([
    ...[...wallet.packages, ...wallet.membership_credits].map(({ id, remaining }) => [id, remaining]),
    ...wallet.gift_cards.map(({ id, balance }) => [id, balance.amount]),
  ]);
}

/** Reads all entitlements of a client from the export of the client's data. */
export async function heldBy({ owner }: YearBusiness, clientId: string): Promise<readonly Held[]> {
  return (await owner<{ wallet: Held[] }>("GET", `/clients/${clientId}/export`)).wallet;
}

export const ledgerSum = ({ entries }: Held) => entries.reduce((sum, { delta }) => sum + delta, 0);

/**
 * Returns whether a wallet lists the entitlement on a day. The entitlement must be valid. Unless it is a membership, it must
 * have a balance.
 */
export function isShownOn(day: string, held: Held): boolean {
  const isGood = held.withdrawn_at === null && (held.expires_on === null || held.expires_on >= day);
  return isGood && (held.kind === "membership" || ledgerSum(held) > 0);
}

/** A row that `LEDGERS` returns. */
export interface Ledger {
  readonly id: string;
  readonly kind: string;
  readonly currency: string | null;
  readonly client_id: string | null;
  readonly sum: number;
  readonly last: number;
  readonly redeemed: number;
}

/**
 * Selects every entitlement of a business with the sum of its ledger, the balance after its last entry, and the number of
 * redemptions.
 */
export const LEDGERS = `
  select h.id, h.kind, h.currency, h.client_id,
    sum(e.delta)::int as sum,
    (array_agg(e.balance_after order by e.number desc))[1]::int as last,
    count(*) filter (where e.cause = 'redeem')::int as redeemed
  from entitlements h
  join wallet_entries e on e.business_id = h.business_id and e.entitlement_id = h.id
  where h.business_id = $1
  group by h.id, h.kind, h.currency, h.client_id
  order by h.id`;

/** Selects the total redeemed from gift cards according to their ledgers, less the amounts returned to the gift cards. */
export const OUT_OF_CARDS = `
  select coalesce(-sum(e.delta), 0)::int as sum
  from wallet_entries e
  join entitlements h on h.business_id = e.business_id and h.id = e.entitlement_id
  where e.business_id = $1
    and h.kind = 'gift_card'
    and e.cause in ('redeem', 'give_back')`;
