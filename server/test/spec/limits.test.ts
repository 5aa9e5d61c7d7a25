import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type SpecApp, specApp } from "./specApp.ts";
import { limits } from "./tables.ts";
import { uploadPhoto } from "./trials/clients.ts";
import type { ApiCaller, RequestInput } from "./twoBusinesses.ts";

/**
 * Tests section 8 of the specification, row by row: values at a limit are accepted, and values beyond the limit are rejected.
 */
const fixture = await specApp();

const B = "/businesses/{business}";
const CLIENTS = [`POST ${B}/clients`, `PATCH ${B}/clients/{client}`];
const APPOINTMENT = `${B}/appointments/{appointment}`;
/** Returns a text with this many Unicode characters. */
const long = (characters: number) => `${"é".repeat(characters - 1)}😀`;

interface LimitCase {
  readonly operation: string;
  readonly caller?: ApiCaller;
  /** Returns a new request with these values. The request is valid except for the tested value. */
  make(more: Record<string, unknown>): Promise<RequestInput>;
  readonly field: string;
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

async function checkLimit({
  operation,
  caller = fixture.program,
  make,
  field,
  accepted,
  refused,
}: LimitCase) {
  for (const value of accepted) {
    const response = await fixture.ask(caller, operation, await make({ [field]: value }));
    expect(
      response.status,
      `${operation} with ${field} ${String(value).length}: ${response.text}`,
    ).toBeLessThan(300);
  }
  for (const value of refused) {
    const response = await fixture.ask(caller, operation, await make({ [field]: value }));
    expect(response.body.code, `${operation} with ${field} ${String(value).length}`).toBe(
      "validation_failed",
    );
    expect(response.body.details.fields[0].path).toContain(`/${field}`);
  }
}

const checkKeyLimit = (field: string, accepted: unknown[], refused: unknown[]) =>
  checkLimit({
    operation: `POST ${B}/api-keys`,
    caller: fixture.owner,
    make: async (more) => ({ body: { label: "Website", scopes: ["staff:read"], ...more } }),
    field,
    accepted,
    refused,
  });

async function checkClientLimit(field: string, accepted: unknown[], refused: unknown[]) {
  const ids = { client: fixture.salon.clientId };
  const make = async (more: object) => ({ ids, body: { first_name: "Ada", ...more } });
  for (const operation of CLIENTS) await checkLimit({ operation, make, field, accepted, refused });
}

const checkRecurringLimit = (field: string) =>
  checkLimit({
    operation: `POST ${B}/appointments/recurring`,
    make: async (more) => ({
      body: {
        ...fixture.booking({ starts_at: fixture.newDay().at("20:00") }),
        every_weeks: 1,
        occurrences: 1,
        ...more,
      },
    }),
    field,
    accepted: [1, 52],
    refused: [0, 53],
  });

const checkBlockLimit = (field: string, accepted: unknown[], refused: unknown[], repeat: object = {}) =>
  checkLimit({
    operation: `POST ${B}/blocks`,
    make: async (more) => {
      const day = fixture.newDay();
      const time = { starts_at: day.at("05:00"), ends_at: day.at("06:00") };
      const subject = { location_id: fixture.salon.locationId, staff_id: fixture.salon.anna };
      return { body: { ...subject, ...time, ...repeat, ...more } };
    },
    field,
    accepted,
    refused,
  });

const limitCases: Readonly<Record<string, () => Promise<void>>> = {
  "API key label": () => checkKeyLimit("label", [long(60), "x"], [long(61), ""]),
  "API key scopes": () => checkKeyLimit("scopes", [["staff:read"]], [[]]),
  "client first_name, last_name": async () => {
    await checkClientLimit("first_name", [long(120)], [long(121), ""]);
    await checkClientLimit("last_name", [long(120), null], [long(121)]);
  },
  "client alert": () => checkClientLimit("alert", [long(200), null], [long(201)]),
  "client custom_fields text answer": async () => {
    const answer = (characters: number) => ({ [fixture.fields.text]: long(characters) });
    await checkClientLimit("custom_fields", [answer(500)], [answer(501)]);
  },
  "patch test window for online booking": () => patchTestWindow(fixture),
  "appointment internal_note": () =>
    checkLimit({
      operation: `PATCH ${APPOINTMENT}/note`,
      make: async (body) => ({ ids: { appointment: (await fixture.newAppointment()).id }, body }),
      field: "internal_note",
      accepted: [long(10_000)],
      refused: [long(10_001)],
    }),
  "transition reason": async () => {
    // The limit also applies to states that do not store the reason (contract §6).
    for (const to of ["cancelled", "arrived"])
      await checkLimit({
        operation: `POST ${APPOINTMENT}/transitions`,
        make: async (more) => ({
          ids: { appointment: (await fixture.newAppointment()).id },
          body: { to, ...more },
        }),
        field: "reason",
        accepted: [long(2000)],
        refused: [long(2001)],
      });
  },
  "recurring appointments: every_weeks": () => checkRecurringLimit("every_weeks"),
  "recurring appointments: occurrences": () => checkRecurringLimit("occurrences"),
  "block label": () => checkBlockLimit("label", [long(200)], [long(201)]),
  "block every_days": () => checkBlockLimit("every_days", [1, 28], [0, 29], { occurrences: 2 }),
  "block occurrences": () => checkBlockLimit("occurrences", [2, 90], [1, 91], { every_days: 1 }),
  "signed photo url lifetime": () => photoLifetime(fixture),
};

/** The limits of the worker and the SDK, each with the file and title of its test. */
const TESTED_ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
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
    "after 72 hours of failures the next failure disables an endpoint, and each owner gets one e-mail",
  ],
};

test("every limit of the specification has a test", () => {
  const tested = [...Object.keys(limitCases), ...Object.keys(TESTED_ELSEWHERE)];
  expect(tested.sort()).toEqual(limits.map(({ item }) => item).sort());
});

describe("accepts values up to the limit and refuses values beyond it:", { timeout: 60_000 }, () => {
  test.each(limits.filter(({ item }) => Object.hasOwn(limitCases, item)))(
    "$item, $limit",
    async ({ item }) => {
      await limitCases[item]?.();
    },
  );
});

describe("another test covers:", () => {
  for (const { item, limit } of limits.filter((each) => !Object.hasOwn(limitCases, each.item)))
    test(`${item}, ${limit}`, () => {
      const [file, title] = TESTED_ELSEWHERE[item] ?? ["", ""];
      const root = join(import.meta.dirname, "..", "..", "..");
      expect(readFileSync(join(root, file), "utf8")).toContain(`test("${title}"`);
    });
});

/**
 * Tests the patch test window (contract §9) on its first and last days. Only the day of a patch test is stored. The 48 hours
 * start at the end of that day; the six months last until the end of the same day of the month.
 */
async function patchTestWindow({ ask, program, newClient, treatment, salon }: SpecApp): Promise<void> {
  const slotsOn = async (date: string, patch_test_at: string | null) => {
    const client_id = await newClient({ patch_test_at });
    const query = {
      location_id: salon.locationId,
      service_ids: treatment,
      from: date,
      to: date,
      audience: "online",
      client_id,
    };
    const response = await ask(program, `GET ${B}/availability`, { query: { ...query, explain: "true" } });
    const { slots, explanations } = response.body.data;
    return slots.length > 0 ? "offered" : explanations[0].reason;
  };
  // The patch test was on Monday 1 March. Its 48 hours start at the end of that day and end at midnight between Wednesday and
  // Thursday.
  expect(await slotsOn("2027-03-03", "2027-03-01")).toBe("patch_test");
  expect(await slotsOn("2027-03-04", "2027-03-01")).toBe("offered");
  // A patch test on 1 October is valid until the end of 1 April.
  expect(await slotsOn("2027-04-01", "2026-10-01")).toBe("offered");
  expect(await slotsOn("2027-04-02", "2026-10-01")).toBe("patch_test");
  expect(await slotsOn("2027-03-04", null)).toBe("patch_test");
}

async function photoLifetime(fixture: SpecApp): Promise<void> {
  const client = await fixture.newClient();
  await uploadPhoto(fixture, client);
  const now = fixture.clock.now();
  const { items } = await fixture.get(fixture.program, `GET ${B}/clients/{client}/photos`, {
    ids: { client },
  });
  const [{ url, url_expires_at }] = items;
  expect(Date.parse(url_expires_at) - now).toBe(10 * 60_000);
  try {
    fixture.clock.set(now + 10 * 60_000 - 1);
    expect((await fetch(url)).status).toBe(200);
    fixture.clock.set(now + 10 * 60_000);
    expect((await fetch(url)).status).toBe(404);
  } finally {
    fixture.clock.set(now);
  }
}
