import { describe, expect, test } from "vitest";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { revokeApiKey } from "../../src/features/access/api-keys/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import { ROLES, type Role, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { type Browser, signedIn } from "../fixtures/signedIn.ts";
import { sql } from "../fixtures/sql.ts";
import { isFullRun } from "../fullRun.ts";
import { addressOf, bodyFor, credentialsFor, nameOf, recordsApp, recordsOf, sentAs } from "./recordsApp.ts";

const keys = new Map<Scope, string>();
/** A signed-in business member for each role, and a user who is not a member of any business. */
const members = new Map<Role, Browser>();
const fixture = await recordsApp();
for (const scope of SCOPES) keys.set(scope, await fixture.keyWith(scope));
const { businessId, anna } = fixture.salon;
for (const role of ROLES) {
  const browser = await signedIn(fixture);
  const member = { userId: browser.userId, businessId, role, staffId: role === "staff" ? anna : null };
  await fixture.database.transaction((tx) => addMembership(tx, { ...member, now: fixture.clock.now() }));
  members.set(role, browser);
}
const outsider = await signedIn(fixture);

/**
 * Returns the scope that a route requires according to spec §5 and contract §2. Does not read the route table, which is the
 * code under test.
 */
function needed({ method, path }: Route): Scope | "any" | "any_read" | "app" | "kiosk" {
  const [collection = "", , deeper = ""] = path.replace(/^\/businesses\/:business\/?/, "").split("/");
  const isRead = method === "GET";
  if (path === "/kiosk" || path.startsWith("/kiosk/")) return "kiosk";
  if (path === "/me") return isRead ? "any" : "app";
  if (["history", "messages"].includes(deeper)) return "app";
  if (path === "/businesses/:business") return isRead ? "any" : "app";
  switch (collection) {
    case "appointments":
      // A key may read, but not change, an appointment's promotion (spec §1).
      if (deeper === "promotion" && !isRead) return "app";
      if (path.endsWith("/forms/send") || deeper === "deposits") return "app";
      return isRead ? "appointments:read" : "appointments:write";
    case "waitlist":
      return isRead ? "appointments:read" : "app";
    case "availability":
    case "blocks":
      return isRead ? "appointments:read" : "appointments:write";
    case "clients":
      // A key may not charge fees (spec §1). Merging, erasing and exporting clients require a manager.
      if (["fees", "saved-cards", "merge", "erase", "export"].includes(deeper)) return "app";
      if (deeper === "photos" && !isRead) return "app";
      if (deeper === "notes" || path.endsWith("/duplicates")) return "app";
      return isRead ? "clients:read" : "clients:write";
    case "locations":
      if (deeper === "shifts") return "staff:read";
      // Only a session in the app can pair kiosks.
      if (["kiosks", "kiosk-pin"].includes(deeper)) return "app";
      if (deeper === "waitlist-settings") return "app";
      return isRead ? "services:read" : "app";
    case "services":
    case "service-categories":
      return isRead ? "services:read" : "app";
    case "staff":
      return isRead && (deeper === "" || deeper === "hours") ? "staff:read" : "app";
    case "payments":
      return isRead ? "payments:read" : "app";
    case "sales":
      // A key may read a sale, because events contain its id. Only the app may create sales (spec §1).
      return isRead && path.endsWith("/:sale") ? "payments:read" : "app";
    case "webhooks":
    case "events":
      return "any_read";
    case "test-clock":
      return isRead ? "any" : "appointments:write";
    case "test-events":
      return "appointments:write";
    default:
      return "app";
  }
}

const PRICE_LISTS = ["packages", "memberships", "gift-cards", "promotions", "products", "tax-rates"];
/** Collections that every role may read. All roles create form links, so all of them may read form templates. */
const READ_BY_ALL = [...PRICE_LISTS, "form-templates"];

/**
 * Returns the roles that may call a route according to contract §2 and app-operations. Does not read the route table, which
 * is the code under test.
 */
function rolesFor(route: Route): readonly Role[] {
  const collection = route.path.replace(/^\/businesses\/:business\/?/, "").split("/")[0] ?? "";
  if (["api-keys", "members", "invitations", "audit-log", "exports"].includes(collection)) return ["owner"];
  // At the top level, `messages` contains the settings. Below a client, it lists the messages sent.
  if (collection === "messages") return ["owner", "manager"];
  if (route.path === "/businesses/:business" && route.method !== "GET") return ["owner"];
  if (route.path.endsWith("/publishing") && route.method !== "GET") return ["owner"];
  if (route.path.includes("/payments/account") && route.method !== "GET") return ["owner"];
  // All roles create sales and take payments. Refunding and voiding require a manager.
  if (collection === "sales" && !route.path.endsWith("/void")) return ROLES;
  if (route.path.endsWith("/payments/:payment/cancel")) return ROLES;
  if (route.path.endsWith("/deposits") || route.path.endsWith("/deposits/:deposit")) return ROLES;
  // All roles except `staff` close days. All roles use the waitlist, read prices and set an appointment's promotion.
  if (collection === "day-closings") return ["owner", "manager", "reception"];
  if (collection === "waitlist" || collection === "offers") return ROLES;
  if (route.path.endsWith("/waitlist-settings") && route.method === "GET") return ROLES;
  if (READ_BY_ALL.includes(collection) && route.method === "GET") return ROLES;
  if (route.path.endsWith("/appointments/:appointment/promotion")) return ROLES;
  // All roles that may read a client may upload photos and write notes.
  if (/\/clients\/:client\/(photos|notes)|\/forms\/send$/.test(route.path)) return ROLES;
  // All roles may read the messages sent to a client and the change history of clients and appointments, within the records
  // that they may read.
  if (/\/(history|messages)$/.test(route.path)) return ROLES;
  if (/\/test-(clock\/advance|events)$/.test(route.path)) return ["owner", "manager"];
  if (route.path.includes("/saved-cards")) return ["owner", "manager", "reception"];
  if (needed(route) === "app" || collection === "webhooks" || collection === "events")
    return ["owner", "manager"];
  return ROLES;
}

const ADMITTED_STATUSES = [200, 201, 400, 404, 409, 415, 422];

async function ask(route: Route, key: string | null, business = fixture.salon.businessId) {
  const answer = await fixture.app.inject({
    method: route.method,
    // Uses unknown ids and an empty body, so that requests that pass the access check change nothing.
    url: addressOf(route, { business }),
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    code: answer.json().code,
    details: answer.json().details,
  };
}

async function everywhere(check: (route: Route, index: number) => Promise<void>) {
  expect(fixture.routes.length).toBeGreaterThan(20);
  const routes = fixture.routes.filter((each) => each.access.kind !== "public");
  for (const [index, route] of routes.entries()) await check(route, index);
}

/** Returns all values in a full run, otherwise one of them that is another one for the next route. */
function sampleOf<T>(values: readonly T[], index: number): readonly T[] {
  return isFullRun ? values : values.filter((_, nth) => nth === index % values.length);
}

describe("every route of the table", () => {
  test("answers 401 without a key, with an invalid key and with a revoked key", async () => {
    const { businessId } = fixture.salon;
    const revoked = await fixture.keyWith(...SCOPES);
    await fixture.database.transaction(async (tx) => {
      const [key] = await sql(tx)<{ id: string }>`
        select id from api_keys where business_id = ${businessId}
        order by created_at desc, id desc limit 1`;
      return revokeApiKey(tx, businessId, key?.id ?? "", fixture.clock.now());
    });
    const unknown = `${revoked.slice(0, -1)}${revoked.endsWith("a") ? "b" : "a"}`;
    const others = ["", "garbage", "dbk_", "\u00ff", "x".repeat(5000)];
    await everywhere(async (route, index) => {
      for (const key of [null, unknown, revoked, ...sampleOf(others, index)]) {
        const answer = await ask(route, key);
        expect(answer, `${nameOf(route)} ${key}`).toMatchObject({ status: 401, code: "unauthenticated" });
      }
    });
  });

  test("admits keys with its scope and refuses all others", async () => {
    await everywhere(async (route) => {
      const need = needed(route);
      for (const [scope, key] of keys) {
        const isAdmitted =
          need === "any" || need === scope || (need === "any_read" && scope.endsWith(":read"));
        const answer = await ask(route, key);
        const context = `${nameOf(route)} with ${scope}`;
        if (isAdmitted) expect(ADMITTED_STATUSES, context).toContain(answer.status);
        else expect(answer, context).toMatchObject({ status: 403, code: "forbidden_role" });
        if (!isAdmitted && need.includes(":")) expect(answer.details, context).toEqual({ required: need });
      }
    });
  });

  test("admits members of its roles and refuses all others", async () => {
    for (const route of fixture.routes) {
      for (const [role, browser] of members) {
        const context = `${nameOf(route)} as ${role}`;
        const path = addressOf(route, { business: fixture.salon.businessId }).slice("/api/v1".length);
        const answer = await browser.call(route.method, path);
        const isForMembers = route.access.kind !== "kiosk";
        if (isForMembers && (route.access.kind !== "business" || rolesFor(route).includes(role)))
          expect(ADMITTED_STATUSES, context).toContain(answer.status);
        else expect(answer, context).toMatchObject({ status: 403, body: { code: "forbidden_role" } });
      }
    }
  });

  test("answers users of no business as for an unknown business", async () => {
    for (const route of fixture.routes.filter((each) => each.access.kind === "business")) {
      const [real, none] = await Promise.all(
        [fixture.salon.businessId, newId()].map((business) =>
          outsider.call(route.method, addressOf(route, { business }).slice("/api/v1".length)),
        ),
      );
      expect(real, nameOf(route)).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(none?.text).toBe(real?.text);
    }
  });

  test("answers for another business as for an unknown one, byte for byte, with every key", async () => {
    const businesses = [newId(), "x", "%00", "urn:uuid:1", fixture.other.salon.businessId.toUpperCase()];
    const routes = fixture.routes.filter((each) => each.access.kind === "business");
    for (const [index, route] of routes.entries()) {
      for (const key of [fixture.salon.key, keys.get("staff:read") ?? ""]) {
        const foreign = await ask(route, key, fixture.other.salon.businessId);
        expect(foreign, nameOf(route)).toMatchObject({ status: 404, code: "not_found" });
        for (const business of sampleOf(businesses, index)) {
          expect(await ask(route, key, business), `${nameOf(route)} ${business}`).toEqual(foreign);
        }
      }
    }
  });

  test("answers for a record of another business as for an unknown one, byte for byte", async () => {
    const { salon } = fixture.other;
    const booked = await fixture.other.book("2027-03-29T09:00:00+02:00", salon.cut);
    const blocked = await fixture.other.call("POST", "/blocks", {
      location_id: salon.locationId,
      staff_id: salon.ben,
      starts_at: "2027-03-29T12:00:00+02:00",
      ends_at: "2027-03-29T13:00:00+02:00",
    });
    const foreign: Readonly<Record<string, string>> = {
      location: salon.locationId,
      client: salon.clientId,
      service: salon.cut,
      staff: salon.anna,
      resource: salon.roomId,
      appointment: booked.body.data.id,
      block: blocked.body.data.id,
      user: salon.ownerId,
      ...(await recordsOf(fixture.other)),
    };
    const business = fixture.salon.businessId;
    const withRecord = fixture.routes.filter((each) => /business\/.*:/.test(each.path));
    expect(withRecord.length).toBeGreaterThan(5);
    for (const route of withRecord) {
      const { headers, ...body } =
        route.body === undefined ? {} : await sentAs(route, JSON.stringify(bodyFor(route, fixture.ids)));
      const answers = await Promise.all(
        [foreign, {}, allNamed(route, "x"), allNamed(route, "%F0%9F%92%A9")].map((ids) =>
          fixture.app.inject({
            method: route.method,
            url: addressOf(route, { ...ids, business }),
            headers: { ...credentialsFor(route, fixture), ...headers },
            ...body,
          }),
        ),
      );
      expect(
        new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size,
        nameOf(route),
      ).toBe(1);
    }
  });
});

function allNamed(route: Route, id: string): Record<string, string> {
  return Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, id]));
}
