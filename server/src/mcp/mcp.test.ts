import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { signedInMember } from "../../test/fixtures/signedInMember.ts";
import { testApp } from "../../test/fixtures/testApp.ts";
import { isFullRun } from "../../test/fullRun.ts";
import { SCOPES, type Scope } from "../kernel/scopes.ts";

const open = await testApp();
const other = await testApp({ beside: open });
const owner = await signedInMember(open, "owner");
await open.app.listen({ host: "127.0.0.1", port: 0 });
const url = new URL(`http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}/mcp`);

/** The scope that each tool requires; null for a tool that every API key may call. */
const SCOPE_OF: Readonly<Record<string, Scope | null>> = {
  get_business: null,
  list_locations: "services:read",
  list_services: "services:read",
  list_staff: "staff:read",
  find_availability: "appointments:read",
  list_clients: "clients:read",
  get_client: "clients:read",
  create_client: "clients:write",
  list_appointments: "appointments:read",
  get_appointment: "appointments:read",
  book_appointment: "appointments:write",
  reschedule_appointment: "appointments:write",
  change_appointment_status: "appointments:write",
  set_appointment_note: "appointments:write",
  create_block: "appointments:write",
};
const TOOLS = Object.keys(SCOPE_OF);

/** An MCP client of either major version of the SDK. */
interface McpClient {
  readonly tools: () => Promise<{ name: string; description?: string | undefined; inputSchema: object }[]>;
  // biome-ignore lint/suspicious/noExplicitAny: the test reads results of several tools.
  readonly call: (name: string, args?: object) => Promise<{ isError: boolean; data: any; text: string }>;
}

type Connect = (key: string) => Promise<McpClient>;

const NAME = { name: "test", version: "1.0.0" };
const withKey = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } });

/** Connects with the SDK's version 1, which begins with `initialize`. */
const connectV1: Connect = async (key) => {
  const client = new OldClient(NAME);
  await client.connect(new OldTransport(url, withKey(key)) as Parameters<typeof client.connect>[0]);
  onTestFinished(() => client.close());
  return clientOf(client as unknown as AnyClient);
};

/** Connects with the SDK's version 2 and the protocol revision 2026-07-28. */
const connectV2: Connect = async (key) => {
  const client = new Client(NAME, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new StreamableHTTPClientTransport(url, withKey(key)));
  onTestFinished(() => client.close());
  return clientOf(client as unknown as AnyClient);
};

/** The client functions that both versions of the SDK have. */
interface AnyClient {
  listTools(): Promise<{ tools: Awaited<ReturnType<McpClient["tools"]>> }>;
  callTool(call: { name: string; arguments: object }): Promise<{
    isError?: boolean;
    structuredContent?: unknown;
    content: { text: string }[];
  }>;
}

function clientOf(client: AnyClient): McpClient {
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => {
      const {
        isError = false,
        structuredContent,
        content,
      } = await client.callTool({ name, arguments: args });
      return { isError, data: structuredContent, text: content[0]?.text ?? "" };
    },
  };
}

const DAY = "2027-03-02";
let hours = 0;
/** Returns the next hour in which Anna is free. */
const nextStart = () => new Date(Date.UTC(2027, 2, 2, 8 + hours++)).toISOString();

/** Returns arguments with which each tool succeeds; writes are dry runs. */
async function argumentsOf(): Promise<Record<string, object>> {
  const { locationId: location_id, clientId: client_id, cut, anna } = open.salon;
  const starts_at = nextStart();
  const { id: appointment } = (await open.book(starts_at, cut)).body.data;
  const free = nextStart();
  const items = [{ service_id: cut, staff_id: anna }];
  return {
    get_business: {},
    list_locations: {},
    list_services: { location_id },
    list_staff: {},
    find_availability: { location_id, service_ids: [cut], from: DAY, to: DAY, explain: true },
    list_clients: { q: "mueller" },
    get_client: { client: client_id },
    create_client: { first_name: "Mia", dry_run: true },
    list_appointments: { location_id, from: `${DAY}T00:00:00Z`, to: `${DAY}T23:00:00Z` },
    get_appointment: { appointment },
    book_appointment: { location_id, client_id, starts_at: free, items, dry_run: true },
    reschedule_appointment: { appointment, starts_at: free, dry_run: true },
    change_appointment_status: { appointment, to: "cancelled", dry_run: true },
    set_appointment_note: { appointment, internal_note: "Tea", dry_run: true },
    create_block: { location_id, staff_id: anna, starts_at: free, ends_at: nextStart(), dry_run: true },
  };
}

describe.each([
  ["version 1", connectV1],
  ["version 2", connectV2],
])("with the SDK's client, %s", (_version, connect) => {
  test("a client books, moves and cancels with nothing but the tools", async () => {
    const client = await connect(open.salon.key);
    const read = async (name: string, args?: object) => {
      const { data, isError, text } = await client.call(name, args);
      expect(isError, `${name}: ${text}`).toBe(false);
      return data;
    };
    const location_id = (await read("list_locations")).items[0].id;
    const services = (await read("list_services", { location_id })).items as { id: string; name: string }[];
    const service = services.find(({ name }) => name === "Massage")?.id;
    const { id: client_id } = await read("create_client", { first_name: "Mia", last_name: "Kern" });
    const day = { location_id, service_ids: [service], from: "2027-03-04", to: "2027-03-04" };
    const [slot, later] = (await read("find_availability", day)).slots;
    const items = slot.items.map(({ service_id, staff_id }: Record<string, string>) => ({
      service_id,
      staff_id,
    }));
    const booking = { location_id, client_id, starts_at: slot.starts_at, items };

    const booked = await read("book_appointment", booking);
    expect(booked).toMatchObject({ status: "booked", source: "api", starts_at: slot.starts_at, client_id });
    const taken = await client.call("book_appointment", booking);
    expect(taken).toMatchObject({ isError: true, data: { code: "time_conflict" } });
    expect(taken.data.details.alternatives).toHaveLength(3);

    const appointment = booked.id;
    const moved = await read("reschedule_appointment", { appointment, starts_at: later.starts_at });
    expect(moved).toMatchObject({ id: appointment, starts_at: later.starts_at });
    await read("set_appointment_note", { appointment, internal_note: "Prefers tea" });
    const cancelled = await read("change_appointment_status", {
      appointment,
      to: "cancelled",
      notify_client: false,
    });
    expect(cancelled).toMatchObject({ status: "cancelled", internal_note: "Prefers tea" });
    expect((await open.call("GET", `/appointments/${appointment}`)).body.data).toEqual(cancelled);
    const log = await owner("GET", `/audit-log?entity=appointment&entity_id=${appointment}`);
    expect(log.body.data.items.length).toBeGreaterThanOrEqual(3);
    for (const entry of log.body.data.items)
      expect(entry).toMatchObject({ actor: { kind: "key", label: "Tests" }, address: "127.0.0.1" });
  });

  test.each(connect === connectV2 || isFullRun ? SCOPES : SCOPES.slice(0, 1))(
    "a key with %s lists and calls its tools and is refused all others",
    async (scope) => {
      const client = await connect(await open.keyWith(scope));
      const allowed = TOOLS.filter((name) => SCOPE_OF[name] === scope || SCOPE_OF[name] === null);
      expect((await client.tools()).map(({ name }) => name)).toEqual(allowed);
      for (const [name, args] of Object.entries(await argumentsOf())) {
        const { isError, data, text } = await client.call(name, args);
        expect({ name, isError, text }).toEqual({ name, isError: !allowed.includes(name), text });
        if (isError)
          expect(data).toMatchObject({ code: "forbidden_role", details: { required: SCOPE_OF[name] } });
      }
    },
  );

  test("the key of another business finds none of the records", async () => {
    const client = await connect(other.salon.key);
    const args = await argumentsOf();
    for (const name of TOOLS.filter((each) => each.startsWith("get_") && each !== "get_business"))
      expect((await client.call(name, args[name])).data).toMatchObject({ code: "not_found" });
    for (const name of ["reschedule_appointment", "change_appointment_status", "set_appointment_note"])
      expect((await client.call(name, args[name])).data).toMatchObject({ code: "not_found" });
    for (const name of ["book_appointment", "create_block"])
      expect((await client.call(name, args[name])).data.code).toBe("validation_failed");
    expect((await client.call("get_business")).data.id).toBe(other.salon.businessId);
  });

  test("a dry run answers as the call would and changes nothing", async () => {
    const client = await connect(open.salon.key);
    const args = await argumentsOf();
    const events = async () => (await open.call("GET", "/events?order=newest&limit=1")).body.data.items;
    const [before, clients] = [await events(), await client.call("list_clients")];
    for (const name of TOOLS.filter((each) => "dry_run" in (args[each] ?? {})))
      expect((await client.call(name, args[name])).data.id, name).toMatch(/^[0-9a-f-]{36}$/);
    expect(await events()).toEqual(before);
    expect(await client.call("list_clients")).toEqual(clients);
    const { appointment } = args.get_appointment as { appointment: string };
    const { data } = (await open.call("GET", `/appointments/${appointment}`)).body;
    expect(data).toMatchObject({ status: "booked", internal_note: null });
  });

  test("a repeated call with the same idempotency key changes nothing", async () => {
    const client = await connect(open.salon.key);
    const args = { first_name: "Once", idempotency_key: `one ${_version}` };
    const first = await client.call("create_client", args);
    expect(await client.call("create_client", args)).toEqual(first);
    const reused = await client.call("create_client", { ...args, first_name: "Twice" });
    expect(reused.data.code).toBe("idempotency_key_reused");
  });

  test("arguments that do not fit are named", async () => {
    const client = await connect(open.salon.key);
    const fields = async (name: string, args: object) => (await client.call(name, args)).data.details.fields;
    expect(await fields("get_client", {})).toEqual([{ path: "/client", message: "is required" }]);
    for (const id of ["..", "../..", "x", "?", open.salon.cut])
      expect((await client.call("get_client", { client: id })).data.code, id).toBe("not_found");
    expect(await fields("create_client", { phone: "1" })).toMatchObject([
      { path: "/first_name" },
      { path: "/phone" },
    ]);
    const broken = { first_name: "Mia", idempotency_key: "a\r\nX-Other: b" };
    expect((await client.call("create_client", broken)).data.code).toBe("malformed_request");
    expect(await fields("list_clients", { limit: 1000 })).toMatchObject([{ path: "/limit" }]);
    expect(await fields("get_appointment", { appointment: open.salon.clientId, to: "x" })).toMatchObject([
      { path: "/to" },
    ]);
    await expect(client.call("drop_tables")).rejects.toThrow("There is no tool drop_tables.");
  });
});

test("an answer with many records is limited to what a model can read", async () => {
  for (let nth = 0; nth < 25; nth++) await open.addClient({ first_name: `Client ${nth}` });
  const client = await connectV2(open.salon.key);
  expect((await client.call("list_clients")).data.items).toHaveLength(20);
  expect((await client.call("list_clients", { limit: 22 })).data.items).toHaveLength(22);
});
