import { beforeEach, describe, expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { MONDAY_AT, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { prepaidProducts } from "./index.ts";

const open = await testApp();
const manager = await signedInMember(open, "manager");
const readers = [await signedInMember(open, "reception"), await signedInMember(open, "staff")];
beforeEach(() => open.clock.set(MONDAY_AT));

const euros = (amount: number) => ({ amount, currency: "EUR" });
const NOW = "2027-03-01T06:00:00Z";

/** One product of each kind: the input, and the expected record without its id and timestamps. */
const KINDS: readonly (readonly [collection: string, body: () => object, record: () => object])[] = [
  [
    "packages",
    () => ({
      name: "Ten cuts",
      service_ids: [open.salon.cut.toUpperCase()],
      units: 10,
      price: euros(40_000),
    }),
    () => ({
      name: "Ten cuts",
      description: null,
      service_ids: [open.salon.cut],
      units: 10,
      price: euros(40_000),
      valid_months: null,
      tax_rate_id: null,
    }),
  ],
  [
    "memberships",
    () => ({ name: "Two a month", service_ids: [], credits: 2, price: euros(7_000) }),
    () => ({
      name: "Two a month",
      description: null,
      service_ids: [],
      credits: 2,
      period_months: 1,
      periods: 1,
      tax_rate_id: null,
      price: euros(7_000),
    }),
  ],
  [
    "gift-cards",
    () => ({ name: "Fifty", value: euros(5_000) }),
    () => ({
      name: "Fifty",
      description: null,
      value: euros(5_000),
      price: euros(5_000),
      valid_months: null,
    }),
  ],
];

describe.each(KINDS)("%s", (collection, body, record) => {
  const path = `/${collection}`;

  test("can be created, updated and archived, and are listed newest first by kind", async () => {
    const made = await manager("POST", path, body());
    const { id } = made.body.data;
    expect([made.status, made.body.data]).toEqual([
      201,
      { id, ...record(), created_at: NOW, updated_at: NOW },
    ]);
    open.clock.set(MONDAY_AT + 60_000);
    const second = (await manager("POST", path, { ...body(), name: "Later", description: "Ask Jana" })).body
      .data;
    expect(second.description).toBe("Ask Jana");
    const changes = { name: "Changed", description: "New", price: euros(1) };
    const changed = await manager("PATCH", `${path}/${id}`, changes);
    const after = { id, ...record(), ...changes, created_at: NOW, updated_at: "2027-03-01T06:01:00Z" };
    expect([changed.status, changed.body.data]).toEqual([200, after]);
    open.clock.set(MONDAY_AT + 120_000);
    expect((await manager("PATCH", `${path}/${id}`, changes)).body.data).toEqual(after);
    expect((await manager("PATCH", `${path}/${id}`, {})).body.data).toEqual(after);
    const listed = async () =>
      (await manager("GET", path)).body.data.items.filter((item: { id: string }) =>
        [id, second.id].includes(item.id),
      );
    expect(await listed()).toEqual([second, after]);
    const gone = await manager("DELETE", `${path}/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    expect(await listed()).toEqual([second]);
    expect((await manager("DELETE", `${path}/${id}`)).status).toBe(404);
    expect((await manager("PATCH", `${path}/${id}`, changes)).status).toBe(404);
    // An archived product is still returned, because an open sale that contains it can be completed.
    const named = await open.database.transaction((tx) =>
      prepaidProducts(tx, open.salon.businessId, [id, newId()]),
    );
    expect([...named.values()]).toMatchObject([{ id, name: "Changed", priceMinor: 1, archived: true }]);
  });

  test("are created once for one Idempotency-Key", async () => {
    const headers = { "idempotency-key": `one of ${collection}` };
    const first = await manager("POST", path, body(), headers);
    const again = await manager("POST", path, body(), headers);
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
  });

  test("are written by owners and managers, read by all roles, and closed to API keys", async () => {
    const { id } = (await manager("POST", path, body())).body.data;
    const writing: ["POST" | "PATCH" | "DELETE", string, object?][] = [
      ["POST", path, body()],
      ["PATCH", `${path}/${id}`, { name: "Mine" }],
      ["DELETE", `${path}/${id}`],
    ];
    for (const member of readers) {
      expect((await member("GET", path)).status).toBe(200);
      for (const [method, address, sent] of writing)
        expect((await member(method, address, sent)).body.code).toBe("forbidden_role");
    }
    for (const [method, address, sent] of [...writing, ["GET", path] as const]) {
      const refused = await open.call(method, address, sent);
      expect([refused.status, refused.body.code]).toEqual([403, "forbidden_role"]);
    }
    expect(
      (await (await signedInMember(open, "owner"))("PATCH", `${path}/${id}`, { name: "Ours" })).status,
    ).toBe(200);
  });

  test("of another business, of another kind and unknown ones answer 404 alike", async () => {
    const other = await testApp({ beside: open });
    const there = await signedInMember(other, "owner");
    const withoutServices = collection === "packages" ? { service_ids: [] } : {};
    const foreign = (await there("POST", path, { ...body(), ...withoutServices })).body.data.id;
    const [elsewhere, elseBody] = KINDS.find(([another]) => another !== collection) as (typeof KINDS)[number];
    const otherKind = (await manager("POST", `/${elsewhere}`, elseBody())).body.data.id;
    for (const method of ["PATCH", "DELETE"] as const) {
      const answers = await Promise.all(
        [foreign, otherKind, newId(), "none"].map((id) =>
          manager(method, `${path}/${id}`, method === "PATCH" ? { name: "Mine" } : undefined),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect((await there("GET", path)).body.data.items).toHaveLength(1);
  });

  test("refuse another currency, a negative price, an empty name and unknown fields", async () => {
    const { id } = (await manager("POST", path, body())).body.data;
    const wrong: [object, string[]][] = [
      [{ price: { amount: 1, currency: "USD" } }, ["/price/currency"]],
      [{ price: euros(-1) }, ["/price/amount"]],
      [{ price: 10 }, ["/price"]],
      [{ price: euros(1.5) }, ["/price/amount"]],
      [{ name: " " }, ["/name"]],
      [{ name: "x".repeat(121) }, ["/name"]],
      [{ name: null }, ["/name"]],
      [{ colour: "red" }, ["/colour"]],
    ];
    for (const [more, paths] of wrong) {
      expect(fieldsIn(await manager("POST", path, { ...body(), ...more }))).toEqual([422, ...paths]);
      expect(fieldsIn(await manager("PATCH", `${path}/${id}`, more))).toEqual([422, ...paths]);
    }
    expect(fieldsIn(await manager("GET", `${path}?cursor=x`))).toEqual([422, "/cursor"]);
  });
});

test("a package has units, services and a validity", async () => {
  const made = { name: "Five", service_ids: [], units: 5, price: euros(100), valid_months: 12 };
  const { id, valid_months } = (await manager("POST", "/packages", made)).body.data;
  expect(valid_months).toBe(12);
  const { cut, colour } = open.salon;
  const changed = await manager("PATCH", `/packages/${id}`, {
    units: 6,
    valid_months: null,
    service_ids: [colour, cut],
  });
  expect(changed.body.data).toMatchObject({
    units: 6,
    valid_months: null,
    service_ids: [cut, colour].sort(),
  });
  const wrong: [object, string[]][] = [
    [{ units: 0 }, ["/units"]],
    [{ units: 1001 }, ["/units"]],
    [{ valid_months: 0 }, ["/valid_months"]],
    [{ service_ids: [cut, newId()] }, ["/service_ids/1"]],
    [{ service_ids: [cut, cut.toUpperCase()] }, ["/service_ids/1"]],
    [{ service_ids: null }, ["/service_ids"]],
    [
      { service_ids: [newId()], price: { amount: 1, currency: "USD" } },
      ["/price/currency", "/service_ids/0"],
    ],
  ];
  for (const [more, paths] of wrong) {
    expect(fieldsIn(await manager("POST", "/packages", { ...made, ...more }))).toEqual([422, ...paths]);
    expect(fieldsIn(await manager("PATCH", `/packages/${id}`, more))).toEqual([422, ...paths]);
  }
  expect(fieldsIn(await manager("POST", "/packages", {}))).toEqual([
    422,
    "/name",
    "/service_ids",
    "/units",
    "/price",
  ]);
});

test("a membership has credits and periods", async () => {
  const made = { name: "Year", service_ids: [], credits: 1, period_months: 3, periods: 4, price: euros(100) };
  const { id, period_months, periods } = (await manager("POST", "/memberships", made)).body.data;
  expect([period_months, periods]).toEqual([3, 4]);
  const changed = await manager("PATCH", `/memberships/${id}`, { credits: 3, periods: 2, period_months: 6 });
  expect(changed.body.data).toMatchObject({ credits: 3, periods: 2, period_months: 6 });
  const wrong: [object, string[]][] = [
    [{ credits: 0 }, ["/credits"]],
    [{ period_months: 13 }, ["/period_months"]],
    [{ periods: 0 }, ["/periods"]],
    [{ periods: null }, ["/periods"]],
    [{ service_ids: [newId()] }, ["/service_ids/0"]],
  ];
  for (const [more, paths] of wrong) {
    expect(fieldsIn(await manager("POST", "/memberships", { ...made, ...more }))).toEqual([422, ...paths]);
    expect(fieldsIn(await manager("PATCH", `/memberships/${id}`, more))).toEqual([422, ...paths]);
  }
});

test("a gift card can have a price other than its value", async () => {
  const made = { name: "Christmas", value: euros(10_000), price: euros(9_000), valid_months: 36 };
  const answer = await manager("POST", "/gift-cards", made);
  expect(answer.body.data).toMatchObject(made);
  const path = `/gift-cards/${answer.body.data.id}`;
  expect((await manager("PATCH", path, { value: euros(12_000) })).body.data).toMatchObject({
    value: euros(12_000),
    price: euros(9_000),
  });
  for (const [more, paths] of [
    [{ value: euros(0) }, ["/value/amount"]],
    [{ value: { amount: 1, currency: "USD" } }, ["/value/currency"]],
    [{ service_ids: [] }, ["/service_ids"]],
  ] as const) {
    expect(fieldsIn(await manager("POST", "/gift-cards", { ...made, ...more }))).toEqual([422, ...paths]);
    expect(fieldsIn(await manager("PATCH", path, more))).toEqual([422, ...paths]);
  }
});
