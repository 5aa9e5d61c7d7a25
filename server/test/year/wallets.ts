import type { Wallet } from "./money.ts";
import type { YearBusiness } from "./yearBusiness.ts";

/** A holding as a client's export tells it, with its ledger. */
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

/** By holding: what is left. */
export type Balances = Readonly<Record<string, number>>;

/** What is left of everything that a client's wallet shows. */
export async function shownTo({ program }: YearBusiness, clientId: string): Promise<Balances> {
  const wallet = await program<Wallet>("GET", `/clients/${clientId}/wallet`);
  return Object.fromEntries([
    ...[...wallet.packages, ...wallet.membership_credits].map(({ id, remaining }) => [id, remaining]),
    ...wallet.gift_cards.map(({ id, balance }) => [id, balance.amount]),
  ]);
}

/** What a client ever held, as they are told of it when they ask for everything. */
export async function heldBy({ owner }: YearBusiness, clientId: string): Promise<readonly Held[]> {
  return (await owner<{ wallet: Held[] }>("GET", `/clients/${clientId}/export`)).wallet;
}

export const ledgerSum = ({ entries }: Held) => entries.reduce((sum, { delta }) => sum + delta, 0);

/** Whether a wallet shows it on a day: a membership as long as it runs, all else while something is left. */
export function isShownOn(day: string, held: Held): boolean {
  const isGood = held.withdrawn_at === null && (held.expires_on === null || held.expires_on >= day);
  return isGood && (held.kind === "membership" || ledgerSum(held) > 0);
}

/** A row of `LEDGERS`. */
export interface Ledger {
  readonly id: string;
  readonly kind: string;
  readonly currency: string | null;
  readonly client_id: string | null;
  readonly sum: number;
  readonly last: number;
  readonly redeemed: number;
}

/** Every holding of a business: the sum of its ledger, what its last entry says is left, and how often it paid. */
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

/** What came out of gift cards by their ledgers, less what went back onto them. */
export const OUT_OF_CARDS = `
  select coalesce(-sum(e.delta), 0)::int as sum
  from wallet_entries e
  join entitlements h on h.business_id = e.business_id and h.id = e.entitlement_id
  where e.business_id = $1
    and h.kind = 'gift_card'
    and e.cause in ('redeem', 'give_back')`;
