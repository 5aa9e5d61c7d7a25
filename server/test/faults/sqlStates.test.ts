import { afterEach, expect, test, vi } from "vitest";
import { UNAVAILABLE_STATES } from "../../src/platform/database/failures.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { testApp } from "../fixtures/testApp.ts";

/** SQLSTATE codes from issue reports. The server's table may contain more. */
const NAMED = [
  "53100",
  "25006",
  "57014",
  "53200",
  "53300",
  "55P03",
  "57P01",
  "57P02",
  "57P03",
  "57P04",
  "57P05",
];
const CONNECTION = ["08000", "08001", "08003", "08004", "08006", "08007", "08P01"];

const fixture = await testApp();
const address = await fixture.app.listen({ host: "127.0.0.1", port: 0 });
const admin = await connectedClient(fixture.connectionString);
await admin.query(`
  create table raised (state text);
  create function raise_state() returns trigger language plpgsql as $$
  declare wanted text;
  begin
    select state into wanted from raised;
    if wanted is not null then raise exception 'the test raises %', wanted using errcode = wanted; end if;
    return new;
  end $$;
  create trigger raise_state before insert on clients for each row execute function raise_state()`);
afterEach(async () => {
  await admin.query("delete from raised");
});

const createClient = () =>
  fetch(`${address}/api/v1/businesses/${fixture.salon.businessId}/clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.salon.key}`, "content-type": "application/json" },
    body: JSON.stringify({ first_name: "Zoe" }),
  });
const ready = () => fetch(`${address}/health/ready`);

test.each([...new Set([...NAMED, ...CONNECTION, ...Object.keys(UNAVAILABLE_STATES)])])(
  "SQLSTATE %s is answered as 503 with Retry-After, and the next request succeeds",
  async (state) => {
    await admin.query("insert into raised values ($1)", [state]);
    const answer = await createClient();
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
    const body = (await answer.json()) as { code: string; message: string };
    expect(body.code).toBe("unavailable");
    expect(body.message).not.toContain(state);
    await admin.query("delete from raised");
    expect((await createClient()).status).toBe(201);
  },
);

test("a failure of a statement itself stays 500", async () => {
  await admin.query("insert into raised values ('22012')");
  expect((await createClient()).status).toBe(500);
});

test("while the database is read-only, writes answer 503, reads answer 200 and /health/ready 503", async () => {
  const name = new URL(fixture.connectionString.replace(/@[^/]*/, "@host")).pathname.slice(1);
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await endOtherSessions();
  await vi.waitUntil(async () => (await ready()).status === 503, { timeout: 30_000 });
  const answer = await createClient();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect((await fixture.call("GET", "/services")).status).toBe(200);
  expect(await (await ready()).json()).toMatchObject({ checks: { database: "refuses writes" } });
  await admin.query("set default_transaction_read_only = off");
  await admin.query(`alter database ${name} reset default_transaction_read_only`);
  await endOtherSessions();
  await vi.waitUntil(async () => (await ready()).status === 200, { timeout: 30_000 });
  expect((await createClient()).status).toBe(201);
});

test("after a write failed on a full disk /health/ready stays 503 until a write succeeds", async () => {
  await admin.query("insert into raised values ('53100')");
  // A full disk also prevents the creation of temporary tables, so the trigger prevents it too.
  await admin.query(`
    create function refuse_tables() returns event_trigger language plpgsql as $$
    begin raise exception 'no space' using errcode = '53100'; end $$;
    create event trigger refuse_tables on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_tables()`);
  expect((await createClient()).status).toBe(503);
  expect((await ready()).status).toBe(503);
  expect(await (await ready()).json()).toMatchObject({ checks: { database: "refuses writes" } });
  await admin.query("drop event trigger refuse_tables; drop function refuse_tables; delete from raised");
  await vi.waitUntil(async () => (await ready()).status === 200, { timeout: 30_000 });
});

test("connections beyond the limit of the role or database answer 503", async () => {
  const name = new URL(fixture.connectionString.replace(/@[^/]*/, "@host")).pathname.slice(1);
  await admin.query("create role daybook_limited login connection limit 0");
  await admin.query(`grant all on all tables in schema public to daybook_limited`);
  const { openDatabase } = await import("../../src/platform/database/index.ts");
  const limited = openDatabase({
    connectionString: fixture.connectionString.replace(/\/\/[^@/]*@/, "//daybook_limited@"),
  });
  await expect(limited.transaction(async () => undefined)).rejects.toMatchObject({ code: "unavailable" });
  await limited.close();
  await admin.query(`drop owned by daybook_limited; drop role daybook_limited`);
  expect(name).toMatch(/^test_/);
});

async function endOtherSessions(): Promise<void> {
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}
