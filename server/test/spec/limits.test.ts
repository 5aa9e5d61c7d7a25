import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type SpecApp, specApp } from "./specApp.ts";
import { limits } from "./tables.ts";
import { uploadPhoto } from "./trials/clients.ts";
import type { ApiCaller, RequestInput } from "./twoBusinesses.ts";

/** The specification's section 8, row by row: what is just within a limit is taken, what is just beyond it refused. */
const stage = await specApp();
afterAll(() => stage.close());

const B = "/businesses/{business}";
const CLIENTS = [`POST ${B}/clients`, `PATCH ${B}/clients/{client}`];
const VISIT = `${B}/appointments/{appointment}`;
/** Of so many characters, as people count them. */
const long = (characters: number) => `${"é".repeat(characters - 1)}😀`;

interface Edge {
  readonly operation: string;
  readonly asker?: ApiCaller;
  /** A new request that is right but for what is tried. */
  make(more: Record<string, unknown>): Promise<RequestInput>;
  readonly field: string;
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
}

async function tryEdge({ operation, asker = stage.program, make, field, taken, refused }: Edge) {
  for (const value of taken) {
    const heard = await stage.ask(asker, operation, await make({ [field]: value }));
    expect(heard.status, `${operation} with ${field} ${String(value).length}: ${heard.text}`).toBeLessThan(
      300,
    );
  }
  for (const value of refused) {
    const heard = await stage.ask(asker, operation, await make({ [field]: value }));
    expect(heard.body.code, `${operation} with ${field} ${String(value).length}`).toBe("validation_failed");
    expect(heard.body.details.fields[0].path).toContain(`/${field}`);
  }
}

const key = (field: string, taken: unknown[], refused: unknown[]) =>
  tryEdge({
    operation: `POST ${B}/api-keys`,
    asker: stage.owner,
    make: async (more) => ({ body: { label: "Website", scopes: ["staff:read"], ...more } }),
    field,
    taken,
    refused,
  });

async function ofClient(field: string, taken: unknown[], refused: unknown[]) {
  const ids = { client: stage.salon.clientId };
  const make = async (more: object) => ({ ids, body: { first_name: "Ada", ...more } });
  for (const operation of CLIENTS) await tryEdge({ operation, make, field, taken, refused });
}

const recurring = (field: string) =>
  tryEdge({
    operation: `POST ${B}/appointments/recurring`,
    make: async (more) => ({
      body: {
        ...stage.booking({ starts_at: stage.newDay().at("20:00") }),
        every_weeks: 1,
        occurrences: 1,
        ...more,
      },
    }),
    field,
    taken: [1, 52],
    refused: [0, 53],
  });

const ofBlock = (field: string, taken: unknown[], refused: unknown[], repeat: object = {}) =>
  tryEdge({
    operation: `POST ${B}/blocks`,
    make: async (more) => {
      const day = stage.newDay();
      const time = { starts_at: day.at("05:00"), ends_at: day.at("06:00") };
      const subject = { location_id: stage.salon.locationId, staff_id: stage.salon.anna };
      return { body: { ...subject, ...time, ...repeat, ...more } };
    },
    field,
    taken,
    refused,
  });

const edges: Readonly<Record<string, () => Promise<void>>> = {
  "API key label": () => key("label", [long(60), "x"], [long(61), ""]),
  "API key scopes": () => key("scopes", [["staff:read"]], [[]]),
  "client first_name, last_name": async () => {
    await ofClient("first_name", [long(120)], [long(121), ""]);
    await ofClient("last_name", [long(120), null], [long(121)]);
  },
  "client alert": () => ofClient("alert", [long(200), null], [long(201)]),
  "client custom_fields text answer": async () => {
    const answer = (characters: number) => ({ [stage.fields.text]: long(characters) });
    await ofClient("custom_fields", [answer(500)], [answer(501)]);
  },
  "patch test window for online booking": () => patchTestWindow(stage),
  "appointment internal_note": () =>
    tryEdge({
      operation: `PATCH ${VISIT}/note`,
      make: async (body) => ({ ids: { appointment: (await stage.visit()).id }, body }),
      field: "internal_note",
      taken: [long(10_000)],
      refused: [long(10_001)],
    }),
  "transition reason": async () => {
    // The limit holds where the reason is not used, too (contract §6).
    for (const to of ["cancelled", "arrived"])
      await tryEdge({
        operation: `POST ${VISIT}/transitions`,
        make: async (more) => ({ ids: { appointment: (await stage.visit()).id }, body: { to, ...more } }),
        field: "reason",
        taken: [long(2000)],
        refused: [long(2001)],
      });
  },
  "recurring appointments: every_weeks": () => recurring("every_weeks"),
  "recurring appointments: occurrences": () => recurring("occurrences"),
  "block label": () => ofBlock("label", [long(200)], [long(201)]),
  "block every_days": () => ofBlock("every_days", [1, 28], [0, 29], { occurrences: 2 }),
  "block occurrences": () => ofBlock("occurrences", [2, 90], [1, 91], { every_days: 1 }),
  "signed photo url lifetime": () => photoLifetime(stage),
};

/** What takes the worker, or the SDK: the tests that show it, by their names. */
const SHOWN_ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  "webhook signature clock tolerance": [
    "sdk/test/webhooks.test.ts",
    "up to five minutes before and after its signature, or within toleranceSeconds",
  ],
  "webhook retry schedule": [
    "server/src/features/webhooks/delivery/schedule.test.ts",
    "an event is tried six times: after 1 min, 5 min, 30 min, 2 h and 12 h, and never early",
  ],
  "webhook endpoint shutoff": [
    "server/src/features/webhooks/delivery/shutoff.test.ts",
    "after 72 hours of failures an endpoint is turned off by its next failure, and each owner gets one letter",
  ],
};

test("every limit of the specification is tried", () => {
  const tried = [...Object.keys(edges), ...Object.keys(SHOWN_ELSEWHERE)];
  expect(tried.sort()).toEqual(limits.map(({ item }) => item).sort());
});

describe("just within the limit is taken, just beyond it is refused:", { timeout: 60_000 }, () => {
  test.each(limits.filter(({ item }) => Object.hasOwn(edges, item)))("$item, $limit", async ({ item }) => {
    await edges[item]?.();
  });
});

describe("another test shows:", () => {
  // They come with the feature.
  const shown = limits.filter(({ item }) => stage.has(`POST ${B}/webhooks`) && !Object.hasOwn(edges, item));
  for (const { item, limit } of shown)
    test(`${item}, ${limit}`, () => {
      const [file, title] = SHOWN_ELSEWHERE[item] ?? ["", ""];
      const root = join(import.meta.dirname, "..", "..", "..");
      expect(readFileSync(join(root, file), "utf8")).toContain(`test("${title}"`);
    });
  if (shown.length === 0) test("nothing yet", () => expect(stage.has(`GET ${B}/webhooks`)).toBe(false));
});

/**
 * Only the day of a test is known: 48 hours count from its end, six months to the end of that day of the month
 * (contract §9). The service is open from nine; the days at both ends are asked for.
 */
async function patchTestWindow({ ask, program, guest, treatment, salon }: SpecApp): Promise<void> {
  const slotsOn = async (date: string, patch_test_at: string | null) => {
    const client_id = await guest({ patch_test_at });
    const query = {
      location_id: salon.locationId,
      service_ids: treatment,
      from: date,
      to: date,
      audience: "online",
      client_id,
    };
    const heard = await ask(program, `GET ${B}/availability`, { query: { ...query, explain: "true" } });
    const { slots, explanations } = heard.body.data;
    return slots.length > 0 ? "offered" : explanations[0].reason;
  };
  // Tested on Monday the 1st: 48 hours are over on Thursday at midnight, wherever on Monday it was.
  expect(await slotsOn("2027-03-03", "2027-03-01")).toBe("patch_test");
  expect(await slotsOn("2027-03-04", "2027-03-01")).toBe("offered");
  // Six months from 1 October are over with 1 April.
  expect(await slotsOn("2027-04-01", "2026-10-01")).toBe("offered");
  expect(await slotsOn("2027-04-02", "2026-10-01")).toBe("patch_test");
  expect(await slotsOn("2027-03-04", null)).toBe("patch_test");
}

async function photoLifetime(on: SpecApp): Promise<void> {
  const client = await on.guest();
  await uploadPhoto(on, client);
  const now = on.clock.now();
  const { items } = await on.get(on.program, `GET ${B}/clients/{client}/photos`, { ids: { client } });
  const [{ url, url_expires_at }] = items;
  expect(Date.parse(url_expires_at) - now).toBe(10 * 60_000);
  try {
    on.clock.set(now + 10 * 60_000 - 1);
    expect((await fetch(url)).status).toBe(200);
    on.clock.set(now + 10 * 60_000);
    expect((await fetch(url)).status).toBe(404);
  } finally {
    on.clock.set(now);
  }
}
