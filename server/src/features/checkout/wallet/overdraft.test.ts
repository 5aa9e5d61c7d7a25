import type pg from "pg";
import { describe, expect, test } from "vitest";
import { connectedClient } from "../../../../test/fixtures/connectedClient.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { violatedConstraint } from "../../../../test/fixtures/violatedConstraint.ts";
import { refusedBy, walletsOf } from "../../../../test/fixtures/wallets.ts";
import { newId } from "../../../kernel/ids.ts";
import { openDatabase } from "../../../platform/database/index.ts";
import { expireEntitlements, renewMemberships } from "./index.ts";

const open = await testApp();
const wallets = walletsOf(open);

/** Awaits concurrent redemptions and counts the successful and the rejected ones. Each error must name the reference or the amount. */
async function countOutcomes(work: readonly Promise<unknown>[]): Promise<{ paid: number; refused: number }> {
  const problems = await Promise.all(work.map(refusedBy));
  const refused = problems.filter((found) => found.length > 0);
  return { paid: work.length - refused.length, refused: refused.length };
}

describe("concurrent operations on one wallet", () => {
  test("never redeem more than the balance of a gift card", { timeout: 240_000 }, async () => {
    for (let round = 0; round < 25; round++) {
      const { code, entitlementId } = await wallets.giftCard(5000);
      // Eight redemptions of 1200 each: the balance covers four of them.
      const paying = Array.from({ length: 8 }, (_, index) =>
        wallets.redeem("gift_card", index % 2 === 0 ? code : entitlementId, { amountMinor: 1200 }),
      );
      expect(await countOutcomes(paying)).toEqual({ paid: 4, refused: 4 });
      const ledger = await wallets.ledger(entitlementId);
      expect([ledger.length, ledger.at(-1)?.balance_after]).toEqual([5, 200]);
    }
  });

  test("never redeem the last unit twice", { timeout: 240_000 }, async () => {
    for (let round = 0; round < 25; round++) {
      const pack = await wallets.package({ units: 1 });
      const paying = Array.from({ length: 4 }, () => wallets.redeem("package", pack));
      expect(await countOutcomes(paying)).toEqual({ paid: 1, refused: 3 });
    }
  });

  test("leave a ledger that adds up after redemptions, returns and withdrawals", {
    timeout: 240_000,
  }, async () => {
    for (let round = 0; round < 15; round++) {
      const saleId = newId();
      const { code, entitlementId } = await wallets.giftCard(3000, { saleId });
      const paid = await wallets.redeem("gift_card", code, { amountMinor: 3000 });
      const [given, withdrawn, ...paying] = await Promise.all([
        wallets.returnToWallet(paid.paymentId, 3000),
        wallets.withdraw(saleId),
        ...Array.from({ length: 4 }, () =>
          refusedBy(wallets.redeem("gift_card", code, { amountMinor: 1000 })),
        ),
      ]);
      expect([0, 3000]).toContain(given.remaining);
      const ledger = await wallets.ledger(entitlementId);
      const used = paying.filter((problems) => problems.length === 0).length * 1000;
      const taken = withdrawn.reduce((sum, each) => sum + each.taken, 0);
      const expired = ledger
        .filter(({ cause }) => cause === "void")
        .reduce((sum, { delta }) => sum - delta, 0);
      expect([expired + used, ledger.at(-1)?.balance_after]).toEqual([3000, 0]);
      expect(taken).toBeLessThanOrEqual(expired);
    }
  });

  test("renew and expire once in several workers", async () => {
    const monthly = await wallets.membership({ credits: 2, periods: 3 });
    const pack = await wallets.package({ units: 3, valid_months: 1 });
    open.clock.set(Date.parse("2027-04-02T00:00:00+02:00"));
    await wallets.redeem("membership", monthly);
    open.clock.set(Date.parse("2027-05-01T00:00:00+02:00"));
    const other = openDatabase({ connectionString: open.connectionString });
    await Promise.all(
      [open.database, other, open.database, other].flatMap((database) => [
        renewMemberships(database, open.clock),
        expireEntitlements(database, open.clock),
      ]),
    );
    await other.close();
    expect((await wallets.ledger(monthly)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 2],
      ["expiry", -2],
      ["renewal", 2],
      ["redeem", -1],
      ["expiry", -1],
      ["renewal", 2],
    ]);
    expect((await wallets.ledger(pack)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 3],
      ["expiry", -3],
    ]);
    // Nothing is due until the next renewal or expiry.
    expect(await renewMemberships(open.database, open.clock)).toBe(0);
    expect(await expireEntitlements(open.database, open.clock)).toBe(0);
  });

  test("do not renew a day that has only begun in another zone", async () => {
    open.clock.set(Date.parse("2027-06-15T12:00:00+02:00"));
    const monthly = await wallets.membership({ credits: 2, periods: 2 });
    open.clock.set(Date.parse("2027-07-14T23:59:59+02:00"));
    await renewMemberships(open.database, open.clock);
    expect(await wallets.ledger(monthly)).toHaveLength(1);
    open.clock.set(Date.parse("2027-07-15T00:00:00+02:00"));
    expect(await renewMemberships(open.database, open.clock)).toBe(1);
    expect(await wallets.ledger(monthly)).toHaveLength(3);
  });
});

describe("the database", () => {
  const INSERT = `insert into wallet_entries
      (business_id, entitlement_id, number, cause, delta, balance_before, balance_after, payment_id, created_at)
    values ($1, $2, $3, 'redeem', $4, $5, $6, gen_random_uuid(), now())`;

  async function connected(): Promise<pg.Client> {
    const client = await connectedClient(open.connectionString);
    return client;
  }

  test("refuses an overdraft without the lock: of two transactions that read the same balance, one fails", async () => {
    const { businessId } = open.salon;
    const { entitlementId } = await wallets.giftCard(5000);
    const rivals = [await connected(), await connected()] as const;
    for (const rival of rivals) await rival.query("begin isolation level read committed");
    // Both transactions read the balance without a lock before either of them writes. A balance of 5000 covers only one of the payments.
    const seen = await Promise.all(
      rivals.map((rival) =>
        rival.query<{ number: number; balance_after: string }>(
          `select number, balance_after from wallet_entries
           where business_id = $1 and entitlement_id = $2 order by number desc limit 1`,
          [businessId, entitlementId],
        ),
      ),
    );
    const answers = await Promise.all(
      rivals.map(async (rival, index) => {
        const last = seen[index]?.rows[0];
        expect(last).toEqual({ number: 1, balance_after: "5000" });
        try {
          await rival.query(INSERT, [businessId, entitlementId, 2, -4000, 5000, 1000]);
          await rival.query("commit");
          return "paid";
        } catch (error) {
          await rival.query("rollback");
          return violatedConstraint(error);
        }
      }),
    );
    for (const rival of rivals) await rival.end();
    expect(answers.sort()).toEqual(["paid", "wallet_entries_pkey"]);
    expect((await wallets.ledger(entitlementId)).map((entry) => entry.balance_after)).toEqual([5000, 1000]);
  });

  test.each<[string, [number, number, number, number], string]>([
    ["more than there is", [2, -5001, 5000, -1], "wallet_entries_never_overdraw"],
    ["a balance that was never there", [2, -6000, 6000, 0], "wallet_entries_follow_the_one_before"],
    ["an entry behind none", [3, -1, 5000, 4999], "wallet_entries_follow_the_one_before"],
    ["a second one behind the same", [1, -1, 0, -1], "wallet_entries_"],
    ["a sum that is none", [2, -1000, 5000, 4500], "wallet_entries_add_up"],
    ["a payment that adds", [2, 1000, 5000, 6000], "wallet_entries_cause_has_its_sign"],
  ])("refuses %s", async (_, [number, delta, before, after], constraint) => {
    const { entitlementId } = await wallets.giftCard(5000);
    const client = await connected();
    const values = [open.salon.businessId, entitlementId, number, delta, before, after];
    const refused = await client.query(INSERT, values).then(
      () => "nothing",
      (error: Error) => violatedConstraint(error) ?? error.message,
    );
    await client.end();
    expect(refused).toContain(constraint);
  });

  test("refuses a second redemption for one payment and changes to the ledger", async () => {
    const { entitlementId } = await wallets.giftCard(5000);
    const { paymentId } = await wallets.redeem("gift_card", entitlementId, { amountMinor: 1000 });
    const client = await connected();
    const refusal = async (sql: string, values: unknown[] = []) =>
      client.query(sql, values).then(
        () => "nothing",
        (error: Error) => violatedConstraint(error) ?? error.message,
      );
    const twice = INSERT.replace("gen_random_uuid()", "$7");
    const values = [open.salon.businessId, entitlementId, 3, -1000, 4000, 3000, paymentId];
    expect(await refusal(twice, values)).toBe("wallet_entries_once_per_payment");
    expect(await refusal("update wallet_entries set created_at = now()")).toBe(
      "wallet_entries is append-only",
    );
    expect(await refusal("delete from wallet_entries")).toBe("wallet_entries is append-only");
    expect(await refusal("truncate wallet_entries")).toBe("wallet_entries is append-only");
    await client.end();
    expect(await wallets.ledger(entitlementId)).toHaveLength(2);
  });
});
