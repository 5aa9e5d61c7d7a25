import pg from "pg";
import { expect } from "vitest";
import { EVENT_SCOPES } from "../../../src/kernel/events.ts";
import type { Scope } from "../../../src/kernel/scopes.ts";
import type { SpecApp } from "../specApp.ts";
import { deleted, one, pageOf, type Trial } from "../trial.ts";

const B = "/businesses/{business}";
/** Nobody listens there, and nothing is sent: no worker runs. */
const HOOK = "http://127.0.0.1:9/hook";
const DECIDE = ["owner", "manager"] as const;

async function subscribed(stage: SpecApp): Promise<string> {
  const body = { url: HOOK, events: ["client.created"], source: "make" };
  return (await stage.get(stage.program, `POST ${B}/webhooks`, { body })).id;
}

/** As three days of failures leave it. */
async function disabled(stage: SpecApp): Promise<string> {
  const id = await subscribed(stage);
  const client = new pg.Client({ connectionString: stage.connectionString });
  await client.connect();
  await client.query(
    `update webhook_endpoints
     set status = 'disabled', failing_since = now() - interval '3 days', disabled_at = now()
     where id = $1`,
    [id],
  );
  await client.end();
  return id;
}

/** Spec §6, event names: `appointment.*`, `client.*`, then what payments:read is for (contract §7). */
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

/** Spec §4, "Webhooks". */
export const webhookTrials: Readonly<Record<string, Trial>> = {
  [`GET ${B}/webhooks`]: {
    answers: pageOf("webhook endpoint"),
    roles: DECIDE,
    wish: async (stage) => {
      await subscribed(stage);
      return {};
    },
    also: {
      "shows no secret": async (stage, ask) => {
        await subscribed(stage);
        expect((await ask({})).text).not.toContain("secret");
      },
    },
  },
  [`POST ${B}/webhooks`]: {
    answers: one("webhook endpoint"),
    roles: DECIDE,
    // Those of the events that the wish names.
    scopes: ["clients:read"],
    wish: async () => ({
      body: { url: HOOK, events: ["client.created", "client.updated"], source: "zapier" },
    }),
    also: {
      "each event needs the read scope of its resource, and no other": async (stage, ask) => {
        expect(EVENT_SCOPES).toEqual(EVENTS);
        for (const [event, needed] of Object.entries(EVENTS)) {
          for (const [scope, key] of stage.keys) {
            const { status } = await ask({ body: { url: HOOK, events: [event] } }, key);
            expect(status, `${event} with ${scope}`).toBe(scope === needed ? 201 : 403);
          }
        }
      },
      "takes each `source`, and tells the secret this once": async (_stage, ask) => {
        for (const source of ["manual", "zapier", "make"]) {
          const { data } = (await ask({ body: { url: HOOK, events: ["sale.completed"], source } })).body;
          expect([data.source, typeof data.secret]).toEqual([source, "string"]);
        }
      },
    },
  },
  [`DELETE ${B}/webhooks/{endpoint}`]: {
    answers: deleted,
    roles: DECIDE,
    wish: async (stage) => ({ ids: { endpoint: await subscribed(stage) } }),
  },
  [`POST ${B}/webhooks/{endpoint}/enable`]: {
    answers: one("webhook endpoint"),
    roles: DECIDE,
    wish: async (stage) => ({ ids: { endpoint: await disabled(stage) } }),
    also: {
      "turns it back on; one that is on stays on": async (stage, ask) => {
        const ids = { endpoint: await disabled(stage) };
        for (const time of ["first", "again"]) {
          const { status, body } = await ask({ ids });
          expect([status, body.data.status, body.data.failing_since], time).toEqual([200, "enabled", null]);
        }
      },
    },
  },
};
