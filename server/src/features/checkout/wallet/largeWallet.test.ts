import { expect, test } from "vitest";
import { sql } from "../../../../test/fixtures/sql.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { walletsOf } from "../../../../test/fixtures/wallets.ts";
import { MAX_WALLET_BYTES } from "./store.ts";

const open = await testApp({ isShared: true });

async function walletWith(count: number, services: number) {
  const clientId = await open.addClient({});
  const wallets = walletsOf({ ...open, salon: { ...open.salon, clientId } });
  const entitlementId = await wallets.package({ units: 3 });
  const { businessId } = open.salon;
  const card = await wallets.giftCard(1000);
  // Copies an entitlement with its first entry. Copy n has `services` services and expires in n days.
  await sql(open.database)`
    with copies as (
      insert into entitlements
      select (jsonb_populate_record(
        source,
        jsonb_build_object(
          'id', gen_random_uuid(),
          'expires_on', source.starts_on + nth::integer,
          'service_ids', array(select gen_random_uuid() from generate_series(1, ${services}))
        )
      )).*
      from entitlements as source, generate_series(1, ${count}) as nth
      where source.business_id = ${businessId}
        and source.id = ${entitlementId}
      returning business_id, id, total, created_at
    )
    insert into wallet_entries
      (business_id, entitlement_id, number, cause, delta, balance_before, balance_after, created_at)
    select business_id, id, 1, 'issue', total, 0, total, created_at
    from copies`;
  const { packages, gift_cards, has_more } = await wallets.wallet();
  return { wallets, card, packages, gift_cards, has_more };
}

test("a wallet shows 500 entries, the earliest expiry first, and names that there are more", async () => {
  const whole = await walletWith(498, 0);
  expect([whole.packages.length, whole.gift_cards.length, whole.has_more]).toEqual([499, 1, false]);
  const cut = await walletWith(600, 0);
  const expiries = cut.packages.map(({ expires_at }: { expires_at: string }) => Date.parse(expires_at));
  expect([expiries.length, cut.gift_cards.length, cut.has_more]).toEqual([500, 0, true]);
  expect(expiries).toEqual([...expiries].sort((one, other) => one - other));
  // An entitlement that the wallet does not list can still be redeemed.
  expect((await cut.wallets.redeem("gift_card", cut.card.code, { amountMinor: 400 })).remaining).toBe(600);
});

test("a wallet has at most 1 MB", async () => {
  const { packages, has_more } = await walletWith(100, 500);
  expect(has_more).toBe(true);
  expect(packages.length).toBeGreaterThan(40);
  expect(Buffer.byteLength(JSON.stringify(packages))).toBeLessThan(MAX_WALLET_BYTES);
});
