import { describe, expect, test } from "vitest";
import { bookingApp } from "../../../../test/fixtures/bookingApp.ts";
import { kioskCall, pairedKiosk, startedPairing } from "../../../../test/fixtures/kioskApp.ts";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { newId } from "../../../kernel/ids.ts";
import { kioskJobs } from "./jobs.ts";
import { codeIn } from "./pairingCode.ts";

const open = await bookingApp();
const manager = await signedInMember(open, "manager");
const path = `/locations/${open.salon.locationId}/kiosks`;

const MINUTE = 60_000;
const kioskRows = () =>
  sql(open.database)<{ row: string }>`
    select kiosk_pairings::text as row from kiosk_pairings
    union all select kiosks::text from kiosks
    union all select kiosk_pins::text from kiosk_pins`;

describe("pairing", () => {
  test("a manager enters the tablet's code; the tablet's cookie is valid from then on", async () => {
    const { body, setCookie = "" } = await kioskCall(open, "")("POST", "/pairings");
    const { code, pairing_url, expires_at } = body.data;
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(pairing_url).toMatch(new RegExp(`/app/\\?pair=${code.replace("-", "")}$`));
    expect(Date.parse(expires_at) - open.clock.now()).toBe(10 * MINUTE);
    expect(setCookie).toMatch(
      /^daybook_kiosk=[\w-]{43}; Path=\/api\/v1\/kiosk; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const tablet = kioskCall(open, setCookie.split(";")[0] ?? "");
    expect(await tablet("GET", "")).toMatchObject({ status: 401, body: { code: "unauthenticated" } });

    const typed = ` ${code.toLowerCase().replace("-", " – ")} `;
    const paired = await manager("POST", path, { code: typed, name: " Desk " });
    expect(paired).toMatchObject({
      status: 201,
      body: { data: { location_id: open.salon.locationId, name: "Desk", last_seen_at: null } },
    });
    expect(await tablet("GET", "")).toMatchObject({
      status: 200,
      body: {
        data: {
          id: paired.body.data.id,
          name: "Desk",
          location_id: open.salon.locationId,
          time_zone: "Europe/Berlin",
          sandbox: false,
          has_pin: false,
        },
      },
    });
    const [kiosk] = (await manager("GET", path)).body.data.items;
    expect(kiosk).toMatchObject({ id: paired.body.data.id, last_seen_at: "2027-03-01T06:00:00Z" });
    // A code is valid for one pairing.
    expect((await manager("POST", path, { code, name: "Again" })).body.code).toBe("code_invalid");
    const stored = (await kioskRows()).map(({ row }) => row).join("\n");
    expect(stored).not.toContain(code.replace("-", ""));
    expect(stored).not.toContain(setCookie.slice("daybook_kiosk=".length, 30));
  });

  test("a code ends after ten minutes, and its row is deleted", async () => {
    const { code, cookie } = await startedPairing(open);
    open.clock.set(open.clock.now() + 10 * MINUTE);
    expect(await manager("POST", path, { code, name: "Late" })).toMatchObject({
      status: 422,
      body: { code: "code_invalid" },
    });
    expect((await kioskCall(open, cookie)("GET", "")).status).toBe(401);
    for (const job of kioskJobs(open)) await job.run(new AbortController().signal);
    const rows = await kioskRows();
    expect(rows.length).toBe(1);
  });

  test("a user who entered five wrong codes must wait, also with the right one", async () => {
    const owner = await signedInMember(open, "owner");
    const { code } = await startedPairing(open);
    const guesses = await Promise.all(
      ["BBBB-BBBB", "CCCCCCCC", "12345678", "DDDD DDDD", "FFFFFFFF", "GGGGGGGG"].map((guess) =>
        owner("POST", path, { code: guess, name: "Guess" }),
      ),
    );
    const statuses = guesses.map(({ status }) => status).sort();
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await owner("POST", path, { code, name: "Right" })).status).toBe(429);
    expect((await manager("POST", path, { code, name: "Another user" })).status).toBe(201);
    open.clock.set(open.clock.now() + 10 * MINUTE);
    const next = await startedPairing(open);
    expect((await owner("POST", path, { code: next.code, name: "Later" })).status).toBe(201);
  });

  test("codes are read in any form in which a person types them", () => {
    expect(codeIn("wdjb-mjht")).toBe("WDJBMJHT");
    expect(codeIn("W D J B‑M J H T")).toBe("WDJBMJHT");
    for (const wrong of ["", "WDJBMJH", "WDJBMJHTT", "WDJBMJHA", "WDJBMJH1"])
      expect(codeIn(wrong)).toBeUndefined();
  });
});

describe("a paired kiosk", () => {
  test("is renamed and revoked; the revocation takes effect on the next request", async () => {
    const kiosk = await pairedKiosk(open, manager);
    const one = `${path}/${kiosk.id}`;
    const renamed = await manager("PATCH", one, { name: "Window" });
    expect(renamed.body.data.name).toBe("Window");
    expect((await manager("PATCH", one, {})).body.data).toEqual(renamed.body.data);
    expect((await kiosk.call("GET", "")).body.data.name).toBe("Window");
    expect((await manager("DELETE", one)).body.data).toEqual({ id: kiosk.id, deleted: true });
    for (const [method, route] of [
      ["GET", ""],
      ["GET", "/menu"],
      ["POST", "/lookups"],
    ] as const)
      expect((await kiosk.call(method, route)).status).toBe(401);
    expect((await manager("DELETE", one)).status).toBe(404);
    expect((await manager("PATCH", one, { name: "Gone" })).status).toBe(404);
  });

  test("calls nothing but kiosk routes, and kiosk routes refuse keys and sessions", async () => {
    const { cookie, call } = await pairedKiosk(open, manager);
    const { businessId, key } = open.salon;
    for (const url of [`/businesses/${businessId}`, `/businesses/${businessId}/clients`, "/me"]) {
      const answer = await open.app.inject({ method: "GET", url: `/api/v1${url}`, headers: { cookie } });
      expect(answer.statusCode).toBe(401);
    }
    const authorization = `Bearer ${key}`;
    expect(await kioskCall(open, "")("GET", "", undefined, { authorization })).toMatchObject({
      status: 403,
      body: { code: "forbidden_role", details: { required: "kiosk" } },
    });
    expect((await call("GET", "", undefined, { authorization })).status).toBe(403);
    const foreign = { origin: "https://evil.example" };
    expect((await call("POST", "/lookups", { phone: "0151 1234567" }, foreign)).status).toBe(403);
  });

  test("belongs to one location of one business", async () => {
    const kiosk = await pairedKiosk(open, manager);
    for (const location of [newId(), "x"]) {
      expect((await manager("GET", `/locations/${location}/kiosks`)).status).toBe(404);
      expect((await manager("DELETE", `/locations/${location}/kiosks/${kiosk.id}`)).status).toBe(404);
      expect((await manager("PUT", `/locations/${location}/kiosk-pin`, { pin: "123456" })).status).toBe(404);
    }
    const { code } = await startedPairing(open);
    expect((await manager("POST", `/locations/${newId()}/kiosks`, { code, name: "X" })).status).toBe(404);
    expect((await manager("POST", path, { code, name: "X" })).status).toBe(201);
  });
});

describe("the PIN", () => {
  test("unlocks and unpairs a kiosk; five wrong ones lock it for ten minutes", async () => {
    const kiosk = await pairedKiosk(open, manager);
    const pin = `/locations/${open.salon.locationId}/kiosk-pin`;
    expect((await manager("GET", pin)).body.data).toMatchObject({ has_pin: false, updated_at: null });
    expect((await kiosk.call("POST", "/unlock", { pin: "000000" })).body.code).toBe("code_invalid");
    expect((await manager("PUT", pin, { pin: "12345" })).status).toBe(422);
    expect((await manager("PUT", pin, { pin: "271828" })).body.data.has_pin).toBe(true);
    expect((await kiosk.call("GET", "")).body.data.has_pin).toBe(true);
    expect((await kiosk.call("POST", "/unlock", { pin: "271828" })).body.data).toEqual({ unlocked: true });

    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => kiosk.call("POST", "/unlock", { pin: `00000${index}` })),
    );
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await kiosk.call("POST", "/unlock", { pin: "271828" })).status).toBe(429);
    expect((await kiosk.call("POST", "/unpair", { pin: "271828" })).status).toBe(429);
    open.clock.set(open.clock.now() + 10 * MINUTE);
    expect((await kiosk.call("POST", "/unpair", { pin: "271829" })).status).toBe(422);
    const left = await kiosk.call("POST", "/unpair", { pin: "271828" });
    expect(left).toMatchObject({ status: 200, body: { data: { id: kiosk.id, deleted: true } } });
    expect(left.setCookie).toContain("daybook_kiosk=; Path=/api/v1/kiosk; Max-Age=0");
    expect((await kiosk.call("GET", "")).status).toBe(401);
    const stored = (await kioskRows()).map(({ row }) => row).join("\n");
    expect(stored).not.toContain("271828");
  });
});
