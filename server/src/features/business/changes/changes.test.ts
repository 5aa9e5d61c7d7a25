import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Browser, signedIn } from "../../../../test/fixtures/signedIn.ts";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { walletsOf } from "../../../../test/fixtures/wallets.ts";
import type { Role } from "../../../kernel/scopes.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { addMembership } from "../../access/accounts/index.ts";

const open = await testApp();
const other = await testApp({ beside: open });
await open.app.listen({ port: 0, host: "127.0.0.1" });
const origin = `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}`;
const streams: Listening[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

interface Notice {
  readonly event: string;
  readonly id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a notice of any table.
  readonly data: any;
}

interface Listening {
  readonly status: number;
  readonly notices: Notice[];
  readonly comments: () => number;
  readonly ended: Promise<void>;
  lastId(): string | undefined;
  close(): void;
}

async function member(role: Role): Promise<Browser & { userId: string }> {
  const browser = await signedIn(open);
  const { businessId, anna } = open.salon;
  const staffId = role === "staff" ? anna : null;
  const membership = { userId: browser.userId, businessId, role, staffId, now: open.clock.now() };
  await open.database.transaction((tx) => addMembership(tx, membership));
  return browser;
}

/** Opens a stream and collects its events; resolves once the stream is ready or rejected. */
async function listen(browser: Browser, after?: string): Promise<Listening> {
  const controller = new AbortController();
  const answer = await fetch(`${origin}/api/v1/businesses/${open.salon.businessId}/changes`, {
    headers: { cookie: browser.cookie(), ...(after === undefined ? {} : { "last-event-id": after }) },
    signal: controller.signal,
  });
  const notices: Notice[] = [];
  let comments = 0;
  const read = async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        if (part.startsWith(":")) comments += 1;
        else notices.push(noticeIn(part));
      }
    }
  };
  const listening: Listening = {
    status: answer.status,
    notices,
    comments: () => comments,
    ended: answer.status === 200 ? read().catch(() => undefined) : Promise.resolve(),
    lastId: () => notices.findLast(({ id }) => id !== undefined)?.id,
    close: () => controller.abort(),
  };
  streams.push(listening);
  if (answer.status === 200)
    await expect.poll(() => notices.some(({ event }) => event === "ready" || event === "reset")).toBe(true);
  return listening;
}

function noticeIn(part: string): Notice {
  const field = (name: string) => part.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
  const id = field("id");
  const data = JSON.parse(field("data") ?? "null");
  return { event: field("event") ?? "message", data, ...(id === undefined ? {} : { id }) };
}

const changesIn = ({ notices }: Listening) => notices.filter(({ event }) => event === "change");
const tablesIn = (listening: Listening) => changesIn(listening).map(({ data }) => data.table);
const about = (listening: Listening, id: string) => changesIn(listening).filter(({ data }) => data.id === id);

let day = 0;
const nextDay = () => new Date(Date.UTC(2027, 4, 3 + day++, 8)).toISOString();
const book = async (staffId = open.salon.anna) =>
  (await open.book(nextDay(), open.salon.cut, staffId)).body.data;

describe("a stream", () => {
  test("sends each change of its business with record, location and start, and none of another business", async () => {
    const owner = await member("owner");
    const stream = await listen(owner);
    await other.book(nextDay(), other.salon.cut);
    const booked = await book();
    await expect.poll(() => about(stream, booked.id).length).toBe(1);
    expect(about(stream, booked.id)[0]).toEqual({
      event: "change",
      id: expect.stringMatching(/^\d{16}$/),
      data: {
        table: "appointments",
        id: booked.id,
        kind: "created",
        location_id: open.salon.locationId,
        starts_at: new Date(booked.starts_at).toISOString().replace(".000", ""),
      },
    });
    const { businessId } = open.salon;
    await owner.call("PATCH", `/businesses/${businessId}/clients/${open.salon.clientId}`, { alert: "Nuts" });
    await owner.call("PATCH", `/businesses/${businessId}/services/${open.salon.cut}`, {
      name: "Cut and dry",
    });
    await owner.call("POST", `/businesses/${businessId}/staff/${open.salon.anna}/time-off`, {
      starts_at: "2027-09-01T00:00:00Z",
      ends_at: "2027-09-02T00:00:00Z",
    });
    await expect
      .poll(() => [...new Set(tablesIn(stream))].sort())
      .toEqual(["appointments", "clients", "services", "time_off"]);
    const ids = changesIn(stream).map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((one, next) => one - next));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("continues after its last id without gap or repeat, also while changes are committed", async () => {
    const owner = await member("owner");
    const whole = await listen(owner);
    const seen: string[] = [];
    let part = await listen(owner);
    let at = part.lastId();
    const made: string[] = [];
    for (let round = 0; round < 6; round++) {
      const booked = await Promise.all([book(), book(open.salon.ben)]);
      made.push(...booked.map(({ id }) => id));
      // A stream that resumes after a position sends no `id` before its first notice.
      at = part.lastId() ?? at;
      seen.push(...changesIn(part).map(({ id }) => String(id)));
      part.close();
      part = await listen(owner, at);
    }
    await expect.poll(() => made.every((id) => about(whole, id).length === 1)).toBe(true);
    const last = Number(whole.lastId());
    await expect.poll(() => Number(part.lastId() ?? at) >= last).toBe(true);
    seen.push(...changesIn(part).map(({ id }) => String(id)));
    const from = Number(seen[0]);
    const ids = changesIn(whole).map(({ id }) => String(id));
    expect(seen).toEqual(ids.filter((id) => Number(id) >= from));
  });

  test("sends the changes of tax rates, products and the booking page", async () => {
    const owner = await member("owner");
    const stream = await listen(owner);
    const base = `/businesses/${open.salon.businessId}`;
    const rate = await owner.call("POST", `${base}/tax-rates`, { name: "VAT", percent: 19, included: true });
    const price = { amount: 900, currency: "EUR" };
    const product = await owner.call("POST", `${base}/products`, { name: "Oil", price });
    const page = await owner.call("PUT", `${base}/booking-page`, { accent_color: "#336699" });
    expect([rate.status, product.status, page.status]).toEqual([201, 201, 200]);
    await expect
      .poll(() => changesIn(stream).map(({ data }) => [data.table, data.id, data.kind]))
      .toEqual([
        ["tax_rates", rate.body.data.id, "created"],
        ["products", product.body.data.id, "created"],
        ["booking_pages", open.salon.businessId, "changed"],
      ]);
  });

  test("sends each use of an entitlement as a change of its client's wallet, none of a gift card without a client", async () => {
    const wallets = walletsOf(open);
    const unit = await wallets.package({ units: 2 });
    const stream = await listen(await member("owner"));
    const { code } = await wallets.giftCard(2_000, { clientId: null });
    await wallets.redeem("gift_card", code, { amountMinor: 500, serviceId: null });
    await wallets.redeem("package", unit);
    await expect.poll(() => tablesIn(stream)).toContain("wallets");
    expect(changesIn(stream).map(({ data }) => [data.table, data.id])).toEqual([
      ["wallets", open.salon.clientId],
    ]);
  });

  test("answers reset for a position that is no longer kept", async () => {
    const owner = await member("owner");
    const old = String((Date.now() - 2 * 3_600_000) * 1_000);
    expect((await listen(owner, old)).notices[0]?.event).toBe("reset");
    expect((await listen(owner, String(Date.now() * 1_000))).notices[0]?.event).toBe("ready");
  });

  test("needs a session of a member", async () => {
    const key = await open.call("GET", "/changes");
    expect([key.status, key.body.code]).toEqual([403, "forbidden_role"]);
    expect((await listen(await signedIn(open))).status).toBe(404);
  });
});

describe("the role staff", () => {
  test("gets notices of its own appointments, blocks and clients only, and of one that moves to another staff member", async () => {
    const anna = await member("staff");
    const stream = await listen(anna);
    const own = await book();
    const bens = await book(open.salon.ben);
    await expect.poll(() => about(stream, own.id).length).toBe(1);
    await open.call("PATCH", `/appointments/${own.id}/schedule`, {
      starts_at: own.starts_at,
      items: [{ id: own.items[0].id, staff_id: open.salon.ben }],
    });
    await expect.poll(() => about(stream, own.id).length).toBeGreaterThan(1);
    expect(about(stream, bens.id)).toEqual([]);
    const key = await member("owner");
    const { businessId } = open.salon;
    await key.call("POST", `/businesses/${businessId}/api-keys`, { label: "x", scopes: ["staff:read"] });
    const last = await book();
    await expect.poll(() => about(stream, last.id).length).toBe(1);
    expect(tablesIn(stream)).not.toContain("api_keys");
  });
});

describe("a stream ends", () => {
  const isEnded = async ({ ended }: Listening) => {
    const later = new Promise((resolve) => setTimeout(resolve, 45_000, "open").unref());
    return Promise.race([ended.then(() => "ended"), later]);
  };

  test("after sign-out, and after the membership or its role has changed", async () => {
    const [gone, demoted, removed, stays] = [
      await member("owner"),
      await member("manager"),
      await member("reception"),
      await member("reception"),
    ];
    const ending = [await listen(gone), await listen(demoted), await listen(removed)];
    const open_ = await listen(stays);
    await gone.auth("POST", "/sign-out");
    await open.database.query(setRole, { userId: demoted.userId, role: "reception" });
    await open.database.query(removeMember, { userId: removed.userId });
    expect(await Promise.all(ending.map(isEnded))).toEqual(["ended", "ended", "ended"]);
    const booked = await book();
    await expect.poll(() => about(open_, booked.id).length).toBe(1);
  });

  const setRole = statement({
    name: "test_changes_set_role",
    params: { userId: column.id, role: column.text },
    sql: "update memberships set role = $role where user_id = $userId",
  });
  const removeMember = statement({
    name: "test_changes_remove_member",
    params: { userId: column.id },
    sql: "delete from memberships where user_id = $userId",
  });
});
