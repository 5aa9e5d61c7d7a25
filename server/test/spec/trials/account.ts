import { expect } from "vitest";
import { SCOPES } from "../../../src/kernel/scopes.ts";
import { differences } from "../shapes.ts";
import { deleted, type ExpectedData, one, pageOf, type Trial } from "../trial.ts";

const B = "/businesses/{business}";

/** The response to `GET /me` (contract §2). */
const me: ExpectedData = {
  record: null,
  differences: (data) => {
    const { memberships, api_key: key, ...user } = data as Record<string, unknown>;
    const names = Object.keys(user).sort().join();
    const held = memberships as Record<string, unknown>[];
    return [
      ...(names === "email,first_name,id,last_name" ? [] : [`the user has ${names}`]),
      ...held
        .map((one) => Object.keys(one).sort().join())
        // The API also returns `sandbox`, which the contract does not list.
        .filter((found) => found !== "business_id,business_name,role,sandbox,staff_id")
        .map((found) => `a membership has ${found}`),
      ...(key === null || Object.keys(key as object).join() === "id,label,scopes"
        ? []
        : ["api_key is not id, label and scopes"]),
    ];
  },
};

/** Trials for spec §4, "Account" and "API keys". */
export const accountTrials: Readonly<Record<string, Trial>> = {
  "GET /me": {
    answers: me,
    input: async () => ({}),
    also: {
      "`memberships` holds only the key's business, even if its owner has others": async (fixture, ask) => {
        const business = { name: "Zweitsalon", type: "salon", country: "DE", currency: "EUR" };
        await fixture.get(fixture.owner, "POST /businesses", {
          body: { ...business, time_zone: "Europe/Berlin" },
        });
        const made = await fixture.get(fixture.owner, `POST ${B}/api-keys`, {
          body: { label: "Mine", scopes: ["staff:read"] },
        });
        const mine = { name: "a key of mine", headers: { authorization: `Bearer ${made.key}` } };
        const asKey = (await ask({}, mine)).body.data;
        const signedIn = (await ask({}, fixture.owner)).body.data;
        expect(asKey.memberships).toEqual([
          expect.objectContaining({ business_id: fixture.salon.businessId, role: "owner" }),
        ]);
        expect(asKey.api_key).toEqual({ id: made.id, label: "Mine", scopes: ["staff:read"] });
        expect(asKey.id).toBe(signedIn.id);
        expect(signedIn.memberships).toHaveLength(2);
        expect(signedIn.api_key).toBeNull();
      },
    },
  },
  [`GET ${B}`]: {
    answers: one("business"),
    input: async () => ({}),
    unreachable: { 403: "every valid key holds a scope, and any scope suffices" },
  },
  [`GET ${B}/api-keys`]: {
    answers: pageOf("API key"),
    roles: ["owner"],
    input: async () => ({}),
    also: {
      "shows no plain key and no revoked key": async (fixture, ask) => {
        const { text, body } = await ask({}, fixture.owner);
        // The list may contain only the first characters of a key (`prefix`).
        expect(text).not.toMatch(/dbk_[0-9A-Za-z]{5}/);
        const labels = body.data.items.map(({ label }: { label: string }) => label);
        expect(labels).toContain("Tests");
        expect(labels).not.toContain("Lost");
      },
    },
  },
  [`POST ${B}/api-keys`]: {
    answers: one("API key"),
    roles: ["owner"],
    input: async () => ({ body: { label: "Website", scopes: ["clients:read"] } }),
    refused: [
      {
        what: "an unknown scope",
        status: 422,
        code: "validation_failed",
        details: { fields: [expect.objectContaining({ path: "/scopes/0" })] },
        input: async () => ({ body: { label: "Website", scopes: ["payments:write"] } }),
      },
    ],
    also: {
      "returns the plain key once; it works immediately and may hold every scope": async (fixture, ask) => {
        const body = { label: "All", scopes: SCOPES };
        const headers = { "idempotency-key": "made once" };
        const made = await ask({ body, headers }, fixture.owner);
        expect(differences("API key", made.body.data)).toEqual([]);
        const { key, id } = made.body.data;
        expect(key).toMatch(/^dbk_[0-9A-Za-z]{49}$/);
        const caller = { name: "the new key", headers: { authorization: `Bearer ${key}` } };
        expect((await fixture.ask(caller, "GET /me")).body.data.api_key).toMatchObject({
          id,
          scopes: SCOPES,
        });
        const again = await ask({ body, headers }, fixture.owner);
        expect([again.status, again.body.data.id, "key" in again.body.data]).toEqual([201, id, false]);
      },
    },
  },
  [`DELETE ${B}/api-keys/{key}`]: {
    answers: deleted,
    roles: ["owner"],
    input: async (fixture) => {
      const body = { label: "Short-lived", scopes: ["staff:read"] };
      return { ids: { key: (await fixture.get(fixture.owner, `POST ${B}/api-keys`, { body })).id } };
    },
    also: {
      "revokes the key: its next request answers 401, and a second DELETE answers 404": async (
        fixture,
        ask,
      ) => {
        const body = { label: "Short-lived", scopes: ["staff:read"] };
        const { id, key } = await fixture.get(fixture.owner, `POST ${B}/api-keys`, { body });
        const holder = { name: "its holder", headers: { authorization: `Bearer ${key}` } };
        expect((await fixture.ask(holder, "GET /me")).status).toBe(200);
        expect((await ask({ ids: { key: id } }, fixture.owner)).status).toBe(200);
        expect((await fixture.ask(holder, "GET /me")).body.code).toBe("unauthenticated");
        expect((await ask({ ids: { key: id } }, fixture.owner)).status).toBe(404);
      },
    },
  },
};
