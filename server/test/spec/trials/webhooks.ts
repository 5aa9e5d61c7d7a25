import { expect } from "vitest";
import { EVENT_SCOPES } from "../../../src/kernel/events.ts";
import type { Scope } from "../../../src/kernel/scopes.ts";
import { connectedClient } from "../../fixtures/connectedClient.ts";
import type { SpecApp } from "../specApp.ts";
import { deleted, one, pageOf, type Trial } from "../trial.ts";

const B = "/businesses/{business}";
/** Nothing is sent to this URL, because no worker runs. */
const HOOK = "http://127.0.0.1:9/hook";
const MANAGERS = ["owner", "manager"] as const;

async function newEndpoint(fixture: SpecApp): Promise<string> {
  const body = { url: HOOK, events: ["client.created"], source: "make" };
  return (await fixture.get(fixture.program, `POST ${B}/webhooks`, { body })).id;
}

/** Creates an endpoint and disables it as if deliveries had failed for three days. */
async function newDisabledEndpoint(fixture: SpecApp): Promise<string> {
  const id = await newEndpoint(fixture);
  const client = await connectedClient(fixture.connectionString);
  await client.query(
    `update webhook_endpoints
     set status = 'disabled', failing_since = now() - interval '3 days', disabled_at = now()
     where id = $1`,
    [id],
  );
  await client.end();
  return id;
}

/** The event names in spec §6 with the required scope (contract §7). */
const EVENTS: Readonly<Record<string, Scope>> = {
  "appointment.created": "appointments:read",
  "appointment.updated": "appointments:read",
  "appointment.canceled": "appointments:read",
  "appointment.checked_in": "appointments:read",
  "appointment.completed": "appointments:read",
  "appointment.no_show": "appointments:read",
  "client.created": "clients:read",
  "client.updated": "clients:read",
  "payment.succeeded": "payments:read",
  "payment.refunded": "payments:read",
  "sale.completed": "payments:read",
};

/** Trials for spec §4, "Webhooks". */
export const webhookTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/webhooks`]: {
    answers: pageOf("webhook endpoint"),
    roles: MANAGERS,
    input: async (fixture) => {
      await newEndpoint(fixture);
      return {};
    },
    also: {
      "shows no secret": async (fixture, ask) => {
        await newEndpoint(fixture);
        expect((await ask({})).text).not.toContain("secret");
      },
    },
  },
  [`POST ${B}/webhooks`]: {
    answers: one("webhook endpoint"),
    roles: MANAGERS,
    // The scope that the events in `input` require.
    scopes: ["clients:read"],
    input: async () => ({
      body: { url: HOOK, events: ["client.created", "client.updated"], source: "zapier" },
    }),
    also: {
      "each event needs only the read scope of its resource": async (fixture, ask) => {
        expect(EVENT_SCOPES).toEqual(EVENTS);
        for (const [event, needed] of Object.entries(EVENTS)) {
          for (const [scope, key] of fixture.keys) {
            const { status } = await ask({ body: { url: HOOK, events: [event] } }, key);
            expect(status, `${event} with ${scope}`).toBe(scope === needed ? 201 : 403);
          }
        }
      },
      "accepts each `source` and returns the secret": async (_stage, ask) => {
        for (const source of ["manual", "zapier", "make"]) {
          const { data } = (await ask({ body: { url: HOOK, events: ["sale.completed"], source } })).body;
          expect([data.source, typeof data.secret]).toEqual([source, "string"]);
        }
      },
    },
  },
  [`DELETE ${B}/webhooks/{endpoint}`]: {
    answers: deleted,
    roles: MANAGERS,
    input: async (fixture) => ({ ids: { endpoint: await newEndpoint(fixture) } }),
  },
  [`POST ${B}/webhooks/{endpoint}/enable`]: {
    answers: one("webhook endpoint"),
    roles: MANAGERS,
    input: async (fixture) => ({ ids: { endpoint: await newDisabledEndpoint(fixture) } }),
    also: {
      "enables the endpoint; an enabled one stays enabled": async (fixture, ask) => {
        const ids = { endpoint: await newDisabledEndpoint(fixture) };
        for (const time of ["first", "again"]) {
          const { status, body } = await ask({ ids });
          expect([status, body.data.status, body.data.failing_since], time).toEqual([200, "enabled", null]);
        }
      },
    },
  },
};
