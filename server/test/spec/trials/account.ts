import { expect } from "vitest";
import { SCOPES } from "../../../src/kernel/scopes.ts";
import { differences } from "../shapes.ts";
import { type Answer, deleted, one, pageOf, type Trial } from "../trial.ts";

const B = "/businesses/{business}";

/** Contract §2, `GET /me`. */
const me: Answer = {
  record: null,
  differences: (data) => {
    const { memberships, api_key: key, ...user } = data as Record<string, unknown>;
    const names = Object.keys(user).sort().join();
    const held = memberships as Record<string, unknown>[];
    return [
      ...(names === "email,first_name,id,last_name" ? [] : [`the user has ${names}`]),
      ...held
        .map((one) => Object.keys(one).sort().join())
        .filter((found) => found !== "business_id,business_name,role,staff_id")
        .map((found) => `a membership has ${found}`),
      ...(key === null || Object.keys(key as object).join() === "id,label,scopes"
        ? []
        : ["api_key is not id, label and scopes"]),
    ];
  },
};

/** Spec §4, "Account" and "API keys". */
export const accountTrials: Readonly<Record<string, Trial>> = {
  "GET /me": {
    answers: me,
    wish: async () => ({}),
    also: {
      "`memberships` holds only the key's business, whatever else its owner has": async (stage, ask) => {
        const business = { name: "Zweitsalon", type: "salon", country: "DE", currency: "EUR" };
        await stage.get(stage.owner, "POST /businesses", {
          body: { ...business, time_zone: "Europe/Berlin" },
        });
        const made = await stage.get(stage.owner, `POST ${B}/api-keys`, {
          body: { label: "Mine", scopes: ["staff:read"] },
        });
        const mine = { name: "a key of mine", headers: { authorization: `Bearer ${made.key}` } };
        const asKey = (await ask({}, mine)).body.data;
        const signedIn = (await ask({}, stage.owner)).body.data;
        expect(asKey.memberships).toEqual([
          expect.objectContaining({ business_id: stage.salon.businessId, role: "owner" }),
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
    wish: async () => ({}),
    unreachable: { 403: "every valid key holds a scope, and any scope suffices" },
  },
  [`GET ${B}/api-keys`]: {
    answers: pageOf("API key"),
    roles: ["owner"],
    wish: async () => ({}),
    also: {
      "shows no key, and none that was revoked": async (stage, ask) => {
        const { text, body } = await ask({}, stage.owner);
        expect(text).not.toContain("dbk_");
        const labels = body.data.items.map(({ label }: { label: string }) => label);
        expect(labels).toContain("Tests");
        expect(labels).not.toContain("Lost");
      },
    },
  },
  [`POST ${B}/api-keys`]: {
    answers: one("API key"),
    roles: ["owner"],
    wish: async () => ({ body: { label: "Website", scopes: ["clients:read"] } }),
    refused: [
      {
        what: "a scope that there is not",
        status: 422,
        code: "validation_failed",
        details: { fields: [expect.objectContaining({ path: "/scopes/0" })] },
        wish: async () => ({ body: { label: "Website", scopes: ["payments:write"] } }),
      },
    ],
    also: {
      "returns the plain key once, which works at once, with every scope there is": async (stage, ask) => {
        const body = { label: "All", scopes: SCOPES };
        const headers = { "idempotency-key": "made once" };
        const made = await ask({ body, headers }, stage.owner);
        expect(differences("API key", made.body.data)).toEqual([]);
        const { key, id } = made.body.data;
        expect(key).toMatch(/^dbk_[0-9A-Za-z]{49}$/);
        const asker = { name: "the new key", headers: { authorization: `Bearer ${key}` } };
        expect((await stage.ask(asker, "GET /me")).body.data.api_key).toMatchObject({ id, scopes: SCOPES });
        const again = await ask({ body, headers }, stage.owner);
        expect([again.status, again.body.data.id, "key" in again.body.data]).toEqual([201, id, false]);
      },
    },
  },
  [`DELETE ${B}/api-keys/{key}`]: {
    answers: deleted,
    roles: ["owner"],
    wish: async (stage) => {
      const body = { label: "Short-lived", scopes: ["staff:read"] };
      return { ids: { key: (await stage.get(stage.owner, `POST ${B}/api-keys`, { body })).id } };
    },
    also: {
      "revokes: 401 from the next request on, and a second DELETE finds nothing": async (stage, ask) => {
        const body = { label: "Short-lived", scopes: ["staff:read"] };
        const { id, key } = await stage.get(stage.owner, `POST ${B}/api-keys`, { body });
        const holder = { name: "its holder", headers: { authorization: `Bearer ${key}` } };
        expect((await stage.ask(holder, "GET /me")).status).toBe(200);
        expect((await ask({ ids: { key: id } }, stage.owner)).status).toBe(200);
        expect((await stage.ask(holder, "GET /me")).body.code).toBe("unauthenticated");
        expect((await ask({ ids: { key: id } }, stage.owner)).status).toBe(404);
      },
    },
  },
};
