import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { revokeApiKey } from "../../src/features/access/api-keys/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import { ROLES, type Role, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { column, statement } from "../../src/platform/database/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { type Browser, signedUp } from "../fixtures/signedIn.ts";
import {
  addressOf,
  bodyFor,
  credentialsFor,
  nameOf,
  type RecordsApp,
  recordsApp,
  recordsOf,
  sentAs,
} from "./recordsApp.ts";

let fixture: RecordsApp;
const keys = new Map<Scope, string>();
/** Somebody signed in for each role in the salon, and somebody who has nothing to do with it. */
const members = new Map<Role, Browser>();
let outsider: Browser;
beforeAll(async () => {
  fixture = await recordsApp();
  for (const scope of SCOPES) keys.set(scope, await fixture.keyWith(scope));
  const { businessId, anna } = fixture.salon;
  for (const role of ROLES) {
    const browser = await signedUp(fixture.app);
    const member = { userId: browser.userId, businessId, role, staffId: role === "staff" ? anna : null };
    await fixture.database.transaction((tx) => addMembership(tx, { ...member, now: fixture.clock.now() }));
    members.set(role, browser);
  }
  outsider = await signedUp(fixture.app);
});
afterAll(() => fixture.close());

const newestKey = statement(
  "test_access_newest_key",
  { id: column.id },
  "select id from api_keys where business_id = $1 order by created_at desc, id desc limit 1",
);

/** What a key needs for a route, by spec §5 and contract §2 alone: the route is not asked what it thinks. */
function needed({ method, path }: Route): Scope | "any" | "any_read" | "nobody" | "app" {
  const [collection = "", , deeper = ""] = path.replace(/^\/businesses\/:business\/?/, "").split("/");
  const isRead = method === "GET";
  if (path === "/me") return "any";
  if (path === "/businesses/:business") return isRead ? "any" : "app";
  switch (collection) {
    case "appointments":
      // Promotions stay in the app (spec §1); which one a visit has can be read.
      if (deeper === "promotion" && !isRead) return "app";
      return isRead ? "appointments:read" : "appointments:write";
    case "availability":
    case "blocks":
      return isRead ? "appointments:read" : "appointments:write";
    case "clients":
      // No fee is charged through a key (spec §1); files are made one, erased and handed out by a manager.
      if (["fees", "merge", "erase", "export"].includes(deeper)) return "app";
      if (deeper === "photos" && !isRead) return "app";
      return isRead ? "clients:read" : "clients:write";
    case "services":
    case "service-categories":
    case "locations":
      return isRead ? "services:read" : "app";
    case "staff":
      return isRead && (deeper === "" || deeper === "hours") ? "staff:read" : "app";
    case "payments":
      return isRead ? "payments:read" : "app";
    case "sales":
      // A key reads the sale that an event tells of; the till is the app's (spec §1).
      return isRead && path.endsWith("/:sale") ? "payments:read" : "app";
    case "webhooks":
    case "events":
      return "any_read";
    default:
      return "app";
  }
}

const PRICE_LISTS = ["packages", "memberships", "gift-cards", "promotions"];
/** Whoever hands out a form may read what it asks. */
const READ_BY_ALL = [...PRICE_LISTS, "form-templates"];

/** Which roles a route is for, by contract §2 and app-operations alone. */
function rolesFor(route: Route): readonly Role[] {
  const collection = route.path.replace(/^\/businesses\/:business\/?/, "").split("/")[0] ?? "";
  if (["api-keys", "members", "invitations", "audit-log"].includes(collection)) return ["owner"];
  if (route.path === "/businesses/:business" && route.method !== "GET") return ["owner"];
  if (route.path.endsWith("/publishing") && route.method !== "GET") return ["owner"];
  if (route.path.includes("/payments/account") && route.method !== "GET") return ["owner"];
  // Everybody sells and takes money; giving it back is the manager's.
  if (collection === "sales" && !route.path.endsWith("/void")) return ROLES;
  if (route.path.endsWith("/payments/:payment/cancel")) return ROLES;
  // Whoever stands at the till reads what is sold, and gives a visit its promotion.
  if (READ_BY_ALL.includes(collection) && route.method === "GET") return ROLES;
  if (route.path.endsWith("/appointments/:appointment/promotion")) return ROLES;
  // Whoever sees the client may take a photo of them.
  if (/\/clients\/:client\/photos/.test(route.path)) return ROLES;
  if (needed(route) === "app" || collection === "webhooks" || collection === "events")
    return ["owner", "manager"];
  return ROLES;
}

const LET_IN = [200, 201, 400, 404, 409, 415, 422];

async function ask(route: Route, key: string | null, business = fixture.salon.businessId) {
  const answer = await fixture.app.inject({
    method: route.method,
    // Records that never were, and no body: nothing is changed by whoever is let in.
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

async function everywhere(check: (route: Route) => Promise<void>) {
  expect(fixture.routes.length).toBeGreaterThan(20);
  for (const route of fixture.routes.filter((each) => each.access.kind !== "public")) await check(route);
}

describe("every route of the table", () => {
  test("is refused to who brings no key, garbage, or a key that was revoked", async () => {
    const { businessId } = fixture.salon;
    const revoked = await fixture.keyWith(...SCOPES);
    await fixture.database.transaction(async (tx) => {
      const [key] = await tx.query(newestKey, [businessId]);
      return revokeApiKey(tx, businessId, key?.id ?? "", fixture.clock.now());
    });
    const unknown = `${revoked.slice(0, -1)}${revoked.endsWith("a") ? "b" : "a"}`;
    await everywhere(async (route) => {
      for (const key of [null, "", "garbage", "dbk_", unknown, revoked, "\u00ff", "x".repeat(5000)]) {
        const answer = await ask(route, key);
        expect(answer, `${nameOf(route)} ${key}`).toMatchObject({ status: 401, code: "unauthenticated" });
      }
    });
  });

  test("is open to the scope it needs, and to no other", async () => {
    await everywhere(async (route) => {
      const need = needed(route);
      for (const [scope, key] of keys) {
        const isLetIn = need === "any" || need === scope || (need === "any_read" && scope.endsWith(":read"));
        const answer = await ask(route, key);
        const said = `${nameOf(route)} with ${scope}`;
        if (isLetIn) expect(LET_IN, said).toContain(answer.status);
        else expect(answer, said).toMatchObject({ status: 403, code: "forbidden_role" });
        if (!isLetIn && need.includes(":")) expect(answer.details, said).toEqual({ required: need });
      }
    });
  });

  test("is open to the roles it is for, in their own business only", async () => {
    for (const route of fixture.routes) {
      for (const [role, browser] of members) {
        const said = `${nameOf(route)} as ${role}`;
        const path = addressOf(route, { business: fixture.salon.businessId }).slice("/api/v1".length);
        const answer = await browser.call(route.method, path);
        if (route.access.kind !== "business" || rolesFor(route).includes(role))
          expect(LET_IN, said).toContain(answer.status);
        else expect(answer, said).toMatchObject({ status: 403, body: { code: "forbidden_role" } });
      }
    }
  });

  test("is to a outsider as if the business never was", async () => {
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

  test("of another business answers as one that never was, byte for byte, whatever the key may do", async () => {
    const businesses = [newId(), "x", "%00", "urn:uuid:1", fixture.other.salon.businessId.toUpperCase()];
    for (const route of fixture.routes.filter((each) => each.access.kind === "business")) {
      for (const key of [fixture.salon.key, keys.get("staff:read") ?? ""]) {
        const foreign = await ask(route, key, fixture.other.salon.businessId);
        expect(foreign, nameOf(route)).toMatchObject({ status: 404, code: "not_found" });
        for (const business of businesses) {
          expect(await ask(route, key, business), `${nameOf(route)} ${business}`).toEqual(foreign);
        }
      }
    }
  });

  test("with a foreign record answers as for one that never was, byte for byte", async () => {
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
