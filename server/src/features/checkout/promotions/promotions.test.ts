import { describe, expect, test } from "vitest";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { MONDAY_AT, testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";

const open = await testApp();
const manager = await signedInMember(open, "manager");

const euros = (amount: number) => ({ amount, currency: "EUR" });
const percent = (more: object = {}) => ({ name: "Spring", kind: "percent", percent: 20, ...more });
const amount = (more: object = {}) => ({ name: "Tenner", kind: "amount", amount: euros(1_000), ...more });
const NOW = "2027-03-01T06:00:00Z";

describe("a promotion", () => {
  test("can be created, updated and archived, and is listed newest first", async () => {
    const made = await manager("POST", "/promotions", percent());
    const { id } = made.body.data;
    const record = {
      id,
      name: "Spring",
      code: null,
      kind: "percent",
      percent: 20,
      amount: null,
      service_ids: [],
      starts_on: null,
      ends_on: null,
      created_at: NOW,
      updated_at: NOW,
    };
    expect([made.status, made.body.data]).toEqual([201, record]);
    open.clock.set(MONDAY_AT + 60_000);
    const { cut } = open.salon;
    const days = { starts_on: "2027-03-01", ends_on: "2027-03-31" };
    const tenner = amount({ code: "TEN-off", service_ids: [cut.toUpperCase()], ...days });
    const second = (await manager("POST", "/promotions", tenner)).body.data;
    expect(second).toMatchObject({ ...tenner, percent: null, service_ids: [cut] });
    const changes = { name: "Summer", percent: 25, code: "SUN", ...days };
    const changed = await manager("PATCH", `/promotions/${id}`, changes);
    const after = { ...record, ...changes, updated_at: "2027-03-01T06:01:00Z" };
    expect([changed.status, changed.body.data]).toEqual([200, after]);
    open.clock.set(MONDAY_AT + 120_000);
    for (const same of [changes, {}])
      expect((await manager("PATCH", `/promotions/${id}`, same)).body.data).toEqual(after);
    expect((await manager("GET", "/promotions")).body.data).toEqual({
      items: [second, after],
      next_cursor: null,
    });
    const cleared = { code: null, starts_on: null, ends_on: null, service_ids: [] };
    expect((await manager("PATCH", `/promotions/${second.id}`, cleared)).body.data).toMatchObject(cleared);
    const gone = await manager("DELETE", `/promotions/${id}`);
    expect([gone.status, gone.body.data]).toEqual([200, { id, deleted: true }]);
    expect((await manager("DELETE", `/promotions/${id}`)).status).toBe(404);
    expect((await manager("PATCH", `/promotions/${id}`, {})).status).toBe(404);
    expect((await manager("GET", "/promotions")).body.data.items).toHaveLength(1);
    open.clock.set(MONDAY_AT);
  });

  test("is created once for one Idempotency-Key", async () => {
    const headers = { "idempotency-key": "one-promotion" };
    const first = await manager("POST", "/promotions", percent(), headers);
    const again = await manager("POST", "/promotions", percent(), headers);
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
  });

  test("is refused with the code of another in any case, also concurrently", async () => {
    const { id } = (await manager("POST", "/promotions", percent({ code: "Hello" }))).body.data;
    expect(fieldsIn(await manager("POST", "/promotions", percent({ code: "hELLO" })))).toEqual([
      422,
      "/code",
    ]);
    const other = (await manager("POST", "/promotions", percent({ code: "Bye" }))).body.data;
    const taken = await manager("PATCH", `/promotions/${other.id}`, { code: "HELLO" });
    expect(fieldsIn(taken)).toEqual([422, "/code"]);
    expect((await manager("PATCH", `/promotions/${id}`, { code: "HELLO" })).status).toBe(200);
    const twins = await Promise.all(
      [1, 2, 3].map(() => manager("POST", "/promotions", percent({ code: "TWINS" }))),
    );
    expect(twins.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    await manager("DELETE", `/promotions/${id}`);
    expect((await manager("POST", "/promotions", percent({ code: "hello" }))).status).toBe(201);
    expect((await manager("POST", "/promotions", percent())).status).toBe(201);
  });

  test("is refused with invalid values by their fields", async () => {
    const { id } = (await manager("POST", "/promotions", percent())).body.data;
    const { id: tenner } = (await manager("POST", "/promotions", amount())).body.data;
    const always: [object, string[]][] = [
      [{ percent: 0 }, ["/percent"]],
      [{ percent: 101 }, ["/percent"]],
      [{ percent: 12.5 }, ["/percent"]],
      [{ name: "" }, ["/name"]],
      [{ code: "" }, ["/code"]],
      [{ code: "two words" }, ["/code"]],
      [{ amount: euros(100) }, ["/amount"]],
      [{ starts_on: "2027-02-30" }, ["/starts_on"]],
      [{ starts_on: "2027-03-02", ends_on: "2027-03-01" }, ["/ends_on"]],
      [{ service_ids: [newId()] }, ["/service_ids/0"]],
      [{ service_ids: null }, ["/service_ids"]],
      [{ archived: true }, ["/archived"]],
    ];
    for (const [more, paths] of always) {
      expect(fieldsIn(await manager("POST", "/promotions", percent(more)))).toEqual([422, ...paths]);
      expect(fieldsIn(await manager("PATCH", `/promotions/${id}`, more))).toEqual([422, ...paths]);
    }
    for (const [more, paths] of [
      [{ amount: euros(0) }, ["/amount/amount"]],
      [{ amount: { amount: 1, currency: "USD" } }, ["/amount/currency"]],
      [{ percent: 10 }, ["/percent"]],
    ] as const) {
      expect(fieldsIn(await manager("POST", "/promotions", amount(more)))).toEqual([422, ...paths]);
      expect(fieldsIn(await manager("PATCH", `/promotions/${tenner}`, more))).toEqual([422, ...paths]);
    }
    expect(fieldsIn(await manager("POST", "/promotions", { name: "None", kind: "percent" }))).toEqual([
      422,
      "/percent",
    ]);
    expect(fieldsIn(await manager("POST", "/promotions", { name: "None", kind: "amount" }))).toEqual([
      422,
      "/amount",
    ]);
    expect(fieldsIn(await manager("PATCH", `/promotions/${id}`, { kind: "amount" }))).toEqual([422, "/kind"]);
    expect(fieldsIn(await manager("GET", "/promotions?cursor=x"))).toEqual([422, "/cursor"]);
    // The new end date is compared with the stored start date.
    await manager("PATCH", `/promotions/${id}`, { starts_on: "2027-05-01" });
    expect(fieldsIn(await manager("PATCH", `/promotions/${id}`, { ends_on: "2027-04-30" }))).toEqual([
      422,
      "/ends_on",
    ]);
  });

  test("is written by owners and managers, read by all roles, and closed to API keys", async () => {
    const { id } = (await manager("POST", "/promotions", percent())).body.data;
    const writing: ["POST" | "PATCH" | "DELETE", string, object?][] = [
      ["POST", "/promotions", percent()],
      ["PATCH", `/promotions/${id}`, { name: "Mine" }],
      ["DELETE", `/promotions/${id}`],
    ];
    for (const role of ["reception", "staff"] as const) {
      const member = await signedInMember(open, role);
      expect((await member("GET", "/promotions")).status).toBe(200);
      for (const [method, path, body] of writing)
        expect((await member(method, path, body)).body.code).toBe("forbidden_role");
    }
    for (const [method, path, body] of [...writing, ["GET", "/promotions"] as const])
      expect((await open.call(method, path, body)).body.code).toBe("forbidden_role");
    expect((await (await signedInMember(open, "owner"))("PATCH", `/promotions/${id}`, {})).status).toBe(200);
  });

  test("of another business answers 404 like an unknown one", async () => {
    const other = await testApp({ beside: open });
    const foreign = (await (await signedInMember(other, "owner"))("POST", "/promotions", percent())).body.data
      .id;
    for (const method of ["PATCH", "DELETE"] as const) {
      const answers = await Promise.all(
        [foreign, newId(), "none"].map((id) =>
          manager(method, `/promotions/${id}`, method === "PATCH" ? { name: "Mine" } : undefined),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });
});
