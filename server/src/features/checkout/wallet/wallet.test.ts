import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { refusedBy, walletsOf } from "../../../../test/fixtures/wallets.ts";
import { newId } from "../../../kernel/ids.ts";
import { createPackage } from "../prepaid/index.ts";
import { expireEntitlements, issueEntitlement, moveEntitlements } from "./index.ts";

let open: TestApp;
let wallets: ReturnType<typeof walletsOf>;
beforeAll(async () => {
  open = await testApp();
});

/** Each test starts with an empty wallet on Monday 1 March 2027 at 07:00 in Berlin. */
beforeEach(async () => {
  open.clock.set(MONDAY_AT);
  const clientId = await open.addClient({ first_name: "Zoë" });
  open = { ...open, salon: { ...open.salon, clientId } };
  wallets = walletsOf(open);
});

const setZone = (businessId: string, timeZone: string) =>
  sql(open.database)<{ id: string }>`
    update businesses set time_zone = ${timeZone} where id = ${businessId} returning id`;
const at = (text: string) => open.clock.set(Date.parse(text));
const messages = async (work: Promise<unknown>) =>
  (await refusedBy(work)).map(({ path, message }) => `${path} ${message}`);

test("a failure in one business does not stop renewals and expiries of others", async () => {
  const other = await testApp({ beside: open });
  const theirs = walletsOf(other);
  const ids = [
    await wallets.package({ units: 3, valid_months: 1 }),
    await theirs.package({ units: 3, valid_months: 1 }),
  ];
  await setZone(open.salon.businessId, "Mars/Olympus");
  at("2027-04-03T12:00:00Z");
  await expect(expireEntitlements(open.database, open.clock)).rejects.toThrow("Mars/Olympus");
  expect((await theirs.ledger(ids[1] ?? "")).at(-1)).toMatchObject({ cause: "expiry", balance_after: 0 });
  await setZone(open.salon.businessId, "Europe/Berlin");
  expect(await expireEntitlements(open.database, open.clock)).toBe(1);
  expect((await wallets.ledger(ids[0] ?? "")).at(-1)).toMatchObject({ cause: "expiry", balance_after: 0 });
});

describe("reading a wallet", () => {
  test("shows all entitlements, the earliest expiry first", async () => {
    const { cut, clientId } = open.salon;
    const long = await wallets.package({ units: 10 });
    const short = await wallets.package({ units: 5, valid_months: 6, service_ids: [cut] });
    const monthly = await wallets.membership({ credits: 2, periods: 12 });
    const card = await wallets.giftCard(5000);
    await wallets.redeem("package", short);
    await wallets.redeem("gift_card", card.code, { amountMinor: 1999 });
    const answer = await open.call("GET", `/clients/${clientId}/wallet`);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        client_id: clientId,
        packages: [
          {
            id: short,
            name: "5 visits",
            service_ids: [cut],
            total: 5,
            remaining: 4,
            blocked_at: null,
            // The end of 1 September in Berlin, in summer time.
            expires_at: "2027-09-01T22:00:00Z",
          },
          {
            id: long,
            name: "10 visits",
            service_ids: [],
            total: 10,
            remaining: 10,
            blocked_at: null,
            expires_at: null,
          },
        ],
        membership_credits: [
          {
            id: monthly,
            name: "Monthly",
            service_ids: [],
            total: 2,
            remaining: 2,
            blocked_at: null,
            renews_at: "2027-03-31T22:00:00Z",
          },
        ],
        gift_cards: [
          {
            id: card.entitlementId,
            code_last4: card.code.slice(-4),
            balance: { amount: 3001, currency: "EUR" },
            blocked_at: null,
            expires_at: null,
          },
        ],
        has_more: false,
      },
    ]);
  });

  test("omits used, expired and withdrawn entitlements; includes a membership until it ends", async () => {
    const sale = newId();
    const used = await wallets.package({ units: 1 });
    await wallets.redeem("package", used);
    await wallets.package({ units: 3, valid_months: 1 });
    await wallets.package({ units: 3 }, sale);
    await wallets.withdraw(sale);
    const card = await wallets.giftCard(100);
    await wallets.redeem("gift_card", card.code, { amountMinor: 100 });
    const monthly = await wallets.membership({ credits: 1, periods: 2 });
    await wallets.redeem("membership", monthly);
    const credits = { id: monthly, name: "Monthly", service_ids: [], total: 1, blocked_at: null };
    expect(await wallets.wallet()).toMatchObject({
      packages: [{ name: "3 visits" }],
      membership_credits: [{ ...credits, remaining: 0, renews_at: "2027-03-31T22:00:00Z" }],
      gift_cards: [],
    });
    at("2027-04-01T23:59:59+02:00");
    const inLastPeriod = { ...credits, remaining: 1, renews_at: null };
    expect(await wallets.wallet()).toMatchObject({ packages: [{}], membership_credits: [inLastPeriod] });
    at("2027-04-02T00:00:00+02:00");
    expect(await wallets.wallet()).toMatchObject({ packages: [], membership_credits: [inLastPeriod] });
    at("2027-05-01T00:00:00+02:00");
    expect(await wallets.wallet()).toMatchObject({ packages: [], membership_credits: [] });
  });

  test("is readable for keys with clients:read and all roles, in the role staff for own clients only", async () => {
    const path = `/clients/${open.salon.clientId}/wallet`;
    const key = await open.keyWith("clients:read");
    expect((await open.call("GET", path, undefined, { authorization: `Bearer ${key}` })).status).toBe(200);
    const other = await open.keyWith("payments:read", "clients:write");
    const refused = await open.call("GET", path, undefined, { authorization: `Bearer ${other}` });
    expect(refused).toMatchObject({ status: 403, body: { details: { required: "clients:read" } } });
    for (const role of ["owner", "manager", "reception"] as const)
      expect((await (await signedInMember(open, role))("GET", path)).status).toBe(200);
    const staff = await signedInMember(open, "staff");
    expect((await staff("GET", path)).status).toBe(404);
    const { cut, anna } = open.salon;
    const booking = bookingOf(open.salon, "2027-03-29T09:00:00+02:00", [[cut, anna]]);
    expect((await open.call("POST", "/appointments", booking)).status).toBe(201);
    expect((await staff("GET", path)).status).toBe(200);
  });

  test("answers 404 for an unknown or deleted client and for one of another business", async () => {
    const { salon } = await testApp({ beside: open });
    const gone = await open.addClient({});
    await open.call("DELETE", `/clients/${gone}`);
    const answers = await Promise.all(
      [gone, newId(), "not-an-id", salon.clientId].map((id) => open.call("GET", `/clients/${id}/wallet`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const query = await open.call("GET", `/clients/${open.salon.clientId}/wallet?limit=1`);
    expect(query.status).toBe(422);
  });
});

describe("paying from a wallet", () => {
  test("debits a gift card by its code in any spelling, or by its id in its client's wallet", async () => {
    const { code, entitlementId } = await wallets.giftCard(5000);
    expect(await wallets.redeem("gift_card", code.toLowerCase(), { amountMinor: 1000 })).toMatchObject({
      entitlementId,
      remaining: 4000,
    });
    const bearer = { clientId: null, amountMinor: 1000 };
    expect((await wallets.redeem("gift_card", code.replaceAll("-", " "), bearer)).remaining).toBe(3000);
    expect((await wallets.redeem("gift_card", entitlementId, { amountMinor: 3000 })).remaining).toBe(0);
    expect((await wallets.ledger(entitlementId)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 5000],
      ["redeem", -1000],
      ["redeem", -1000],
      ["redeem", -3000],
    ]);
  });

  test("debits one unit of a package or membership for a service it covers, at any price", async () => {
    const { cut, colour } = open.salon;
    for (const method of ["package", "membership"] as const) {
      const service_ids = [cut];
      const id =
        method === "package"
          ? await wallets.package({ units: 2, service_ids })
          : await wallets.membership({ credits: 2, service_ids });
      const payment = { amountMinor: 9000, serviceId: cut.toUpperCase() };
      expect((await wallets.redeem(method, id.toUpperCase(), payment)).remaining).toBe(1);
      for (const serviceId of [colour, null])
        expect(await messages(wallets.redeem(method, id, { serviceId }))).toEqual([
          `/payments/0/reference is a ${method} that does not cover this service`,
        ]);
      expect((await wallets.redeem(method, id)).remaining).toBe(0);
      expect(await messages(wallets.redeem(method, id))).toEqual([
        `/payments/0/reference is a ${method} that has no balance`,
      ]);
    }
  });

  test("refuses a reference outside the client's wallet, with the same message in all cases", async () => {
    const pack = await wallets.package({ units: 2 });
    const { code, entitlementId } = await wallets.giftCard(5000);
    const other = await testApp({ beside: open });
    const foreign = await walletsOf(other).giftCard(5000);
    const otherClient = await open.addClient({});
    const attempts: [Parameters<typeof wallets.redeem>, string][] = [
      [["package", newId()], "the id of a package"],
      [["package", "nothing"], "the id of a package"],
      [["package", entitlementId], "the id of a package"],
      [["membership", pack], "the id of a membership"],
      [["package", pack, { clientId: otherClient }], "the id of a package"],
      [["package", pack, { clientId: null }], "the id of a package"],
      [["gift_card", pack], "the code of a gift card"],
      [["gift_card", entitlementId, { clientId: otherClient }], "the code of a gift card"],
      [["gift_card", entitlementId, { clientId: null }], "the code of a gift card"],
      [
        ["gift_card", code.replace(/^./, (letter) => (letter === "2" ? "3" : "2"))],
        "the code of a gift card",
      ],
      [["gift_card", foreign.code], "the code of a gift card"],
      [["gift_card", foreign.entitlementId], "the code of a gift card"],
      [["gift_card", "\u0000"], "the code of a gift card"],
      [["gift_card", ""], "the code of a gift card"],
    ];
    for (const [attempt, what] of attempts) {
      const [problem, ...more] = await refusedBy(wallets.redeem(...attempt));
      expect([problem?.path, problem?.message.startsWith(`must be ${what} `), more]).toEqual([
        "/payments/0/reference",
        true,
        [],
      ]);
    }
    expect(await wallets.ledger(pack)).toHaveLength(1);
    expect(await wallets.ledger(entitlementId)).toHaveLength(1);
  });

  test("refuses more than the balance, with the path of the amount", async () => {
    const { code } = await wallets.giftCard(5000);
    const tooMuch = { amountMinor: 5001 };
    expect(await messages(wallets.redeem("gift_card", code, { ...tooMuch, path: "" }))).toEqual([
      "/amount must be at most 5000 minor units, the balance of the gift card",
    ]);
    expect((await wallets.redeem("gift_card", code, { amountMinor: 5000 })).remaining).toBe(0);
  });

  test("refuses an expired entitlement from the first second on", async () => {
    const pack = await wallets.package({ units: 2, valid_months: 1 });
    at("2027-04-01T23:59:59+02:00");
    expect((await wallets.redeem("package", pack)).remaining).toBe(1);
    at("2027-04-02T00:00:00+02:00");
    expect(await messages(wallets.redeem("package", pack))).toEqual([
      "/payments/0/reference is a package that was valid until 2027-04-01",
    ]);
  });

  test("uses the credits of the current period, with or without the worker's entries", async () => {
    const monthly = await wallets.membership({ credits: 2, periods: 3 });
    await wallets.redeem("membership", monthly);
    at("2027-04-01T00:00:00+02:00");
    expect((await wallets.redeem("membership", monthly)).remaining).toBe(1);
    expect((await wallets.ledger(monthly)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 2],
      ["redeem", -1],
      ["expiry", -1],
      ["renewal", 2],
      ["redeem", -1],
    ]);
  });
});

describe("a refund to a wallet", () => {
  test("returns parts to a gift card, up to what was redeemed, and a unit as a whole", async () => {
    const { code } = await wallets.giftCard(5000);
    const paid = await wallets.redeem("gift_card", code, { amountMinor: 3000 });
    expect((await wallets.returnToWallet(paid.paymentId, 1000)).remaining).toBe(3000);
    expect((await wallets.returnToWallet(paid.paymentId, 2000)).remaining).toBe(5000);
    await expect(wallets.returnToWallet(paid.paymentId, 1)).rejects.toThrow("exceeds the redeemed amount");
    const pack = await wallets.package({ units: 2 });
    const unit = await wallets.redeem("package", pack);
    expect((await wallets.returnToWallet(unit.paymentId, 4500)).remaining).toBe(2);
    await expect(wallets.returnToWallet(unit.paymentId, 4500)).rejects.toThrow("exceeds the redeemed amount");
    await expect(wallets.returnToWallet(newId(), 1)).rejects.toThrow("did not redeem an entitlement");
  });

  test("expires at once in an expired entitlement, and the ledger has both entries", async () => {
    const pack = await wallets.package({ units: 2, valid_months: 1 });
    const paid = await wallets.redeem("package", pack);
    at("2027-05-01T00:00:00+02:00");
    expect((await wallets.returnToWallet(paid.paymentId, 4500)).remaining).toBe(0);
    expect((await wallets.ledger(pack)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 2],
      ["redeem", -1],
      ["expiry", -1],
      ["give_back", 1],
      ["expiry", -1],
    ]);
  });

  test("returns a credit to the current period", async () => {
    const monthly = await wallets.membership({ credits: 2, periods: 3 });
    const paid = await wallets.redeem("membership", monthly);
    at("2027-04-15T12:00:00+02:00");
    expect((await wallets.returnToWallet(paid.paymentId, 4500)).remaining).toBe(3);
  });
});

describe("a voided sale", () => {
  test("withdraws the unused part of all entitlements it issued, once", async () => {
    const saleId = newId();
    const [card, unused] = [
      await wallets.giftCard(5000, { saleId }),
      await wallets.giftCard(100, { saleId }),
    ];
    const pack = await wallets.package({ units: 3 }, saleId);
    const remainingPackage = await wallets.package({ units: 3 }, newId());
    await wallets.redeem("gift_card", card.code, { amountMinor: 4000 });
    const unit = await wallets.redeem("package", pack);
    const withdrawn = await wallets.withdraw(saleId);
    expect(new Map(withdrawn.map(({ entitlementId, taken }) => [entitlementId, taken]))).toEqual(
      new Map([
        [card.entitlementId, 1000],
        [unused.entitlementId, 100],
        [pack, 2],
      ]),
    );
    expect(await wallets.withdraw(saleId)).toEqual([]);
    expect(await messages(wallets.redeem("package", pack))).toEqual([
      "/payments/0/reference is a package that was withdrawn",
    ]);
    expect((await wallets.returnToWallet(unit.paymentId, 4500)).remaining).toBe(0);
    expect((await wallets.ledger(pack)).map(({ cause, delta }) => [cause, delta])).toEqual([
      ["issue", 3],
      ["redeem", -1],
      ["void", -2],
      ["give_back", 1],
      ["void", -1],
    ]);
    expect((await wallets.wallet()).packages.map(({ id }: { id: string }) => id)).toEqual([remainingPackage]);
    expect(await wallets.withdraw(newId())).toEqual([]);
  });
});

test("a merge of two clients moves the entitlements", async () => {
  const into = await open.addClient({});
  const pack = await wallets.package({ units: 2 });
  const { businessId, clientId } = open.salon;
  await open.database.transaction((tx) => moveEntitlements(tx, businessId, clientId, into, open.clock.now()));
  expect((await wallets.wallet()).packages).toEqual([]);
  expect((await open.call("GET", `/clients/${into}/wallet`)).body.data.packages).toMatchObject([
    { id: pack },
  ]);
  expect((await wallets.redeem("package", pack, { clientId: into })).remaining).toBe(1);
});

test("an entitlement keeps its terms when its product changes or is archived", async () => {
  const { businessId, clientId, cut } = open.salon;
  const manager = await signedInMember(open, "manager");
  const price = { amount: 10_000, currency: "EUR" };
  const wanted = { name: "Ten cuts", service_ids: [cut], units: 10, price };
  const { id: productId } = await open.database.transaction((tx) =>
    createPackage(tx, businessId, wanted, open.clock.now()),
  );
  const issue = () =>
    open.database.transaction((tx) =>
      issueEntitlement(tx, businessId, {
        kind: "package",
        productId,
        clientId,
        saleId: null,
        now: open.clock.now(),
      }),
    );
  const before = await issue();
  expect((await manager("PATCH", `/packages/${productId}`, { units: 5, valid_months: 1 })).status).toBe(200);
  const after = await issue();
  expect((await manager("DELETE", `/packages/${productId}`)).status).toBe(200);
  // Archived products can still be issued as entitlements, because an open sale that contains such a product can be completed.
  const last = await issue();
  expect((await wallets.wallet()).packages).toMatchObject([
    { id: after.entitlementId, total: 5, expires_at: "2027-04-01T22:00:00Z" },
    { id: last.entitlementId, total: 5 },
    { id: before.entitlementId, total: 10, expires_at: null },
  ]);
});
