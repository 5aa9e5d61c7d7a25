import { describe, expect, test } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { ROLES, type Role, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { fieldTrials } from "./fieldTrials.ts";
import { listsOf } from "./shapes.ts";
import { specApp } from "./specApp.ts";
import { type Row, rows, statuses } from "./tables.ts";
import type { SendRequest, Trial } from "./trial.ts";
import { accountTrials } from "./trials/account.ts";
import { appointmentTrials } from "./trials/appointments.ts";
import { clientTrials } from "./trials/clients.ts";
import { menuTrials } from "./trials/menu.ts";
import { webhookTrials } from "./trials/webhooks.ts";
import type { ApiCaller, Outcome } from "./twoBusinesses.ts";

/**
 * Tests section 4 of the specification, row by row, on a listening server. The row defines scopes, fields and statuses; its
 * trial supplies valid requests. A row without a trial or route fails.
 */
const trials: Readonly<Record<string, Trial>> = {
  ...accountTrials,
  ...appointmentTrials,
  ...clientTrials,
  ...menuTrials,
  ...webhookTrials,
};
const fixture = await specApp();
const staff = fixture.members.get("staff");
/**
 * The allowed difference from the record's shape for the role `staff`: `contacts_masked` is present only if a policy hides
 * contacts from the caller.
 */
const MASKED = "client.contacts_masked is unknown";

test("every row of the specification has a trial, and every trial a row", () => {
  const names = rows.map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(trials, name))).toEqual([]);
  expect(Object.keys(trials).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.length).toBe(42);
});

test("the server has a route for every row", () => {
  const missing = rows.filter(({ name }) => !fixture.has(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

test("the operations that answer 201, 409 and 422 are those of section 7", () => {
  const named = (status: number) =>
    rows.filter((row) => row.status === status || row.errors.includes(status)).map(({ name }) => name);
  const B = "/businesses/{business}";
  const usedBy: Readonly<Record<string, string>> = {
    "create key": `POST ${B}/api-keys`,
    "book appointment": `POST ${B}/appointments`,
    "booking an appointment on a conflict": `POST ${B}/appointments`,
    "moving an appointment on a conflict unless `force` is true": `PATCH ${B}/appointments/{appointment}/schedule`,
    "create client": `POST ${B}/clients`,
    "subscribe webhook": `POST ${B}/webhooks`,
    "update note (validation)": `PATCH ${B}/appointments/{appointment}/note`,
  };
  expect(statuses.map(({ status }) => status)).toEqual([201, 403, 404, 409, 422]);
  for (const { status, usedBy: operations } of statuses.filter((each) => ![403, 404].includes(each.status)))
    expect(named(status).sort(), `${status}`).toEqual(
      operations
        .split(/, |; /)
        .map((each) => usedBy[each])
        .sort(),
    );
});

const tested = rows.flatMap((row) => {
  const trial = trials[row.name];
  return trial === undefined ? [] : [[row.name, row, trial] as const];
});

describe.each(tested)("%s", { timeout: 120_000 }, (_name, row, trial) => {
  const seen = { statuses: new Set<number>(), names: new Set<string>(), filled: new Set<string>() };

  const ask = async (caller: ApiCaller, input: Parameters<SendRequest>[0]): Promise<Outcome> => {
    const response = await fixture.ask(caller, row.name, input);
    seen.statuses.add(response.status);
    for (const sent of [input.ids, input.query, input.body, response.body.data])
      collectNames(sent, seen.names);
    const { success, code, data, message } = response.body;
    const isRight = response.status < 300 ? success === true : success === false && typeof code === "string";
    expect(isRight, `the envelope of ${response.text}`).toBe(true);
    expect(data === undefined, response.text).toBe(response.status >= 300);
    if (message !== undefined) expect(typeof message).toBe("string");
    expect(response.headers.get("x-request-id")).not.toBeNull();
    return response;
  };
  const expectSuccess = async (caller: ApiCaller) => {
    const response = await ask(caller, await trial.input(fixture));
    expect(response.status, `${caller.name}: ${response.text}`).toBe(row.status);
    const differences = trial.answers.differences(response.body.data, seen.filled);
    expect(
      differences.filter((each) => caller !== staff || each !== MASKED),
      caller.name,
    ).toEqual([]);
  };
  const scopes = scopesOf(row, trial);
  /** A caller that may use the operation. */
  const allowed = scopes === null || scopes.length === 0 ? fixture.owner : fixture.program;

  test("answers keys with its scope and owner sessions with the contract's record", async () => {
    for (const scope of scopes ?? []) await expectSuccess(fixture.keys.get(scope) as ApiCaller);
    if (scopes === null) await expectSuccess(fixture.owner);
  });

  test("refuses keys of other scopes with 403 and names the required scope", async () => {
    // A refused request changes nothing, so the next caller can send it again.
    const input = await trial.input(fixture);
    for (const [scope, key] of fixture.keys) {
      if (scopes?.includes(scope)) continue;
      const { status, body } = await ask(key, input);
      expect([status, body.code], scope).toEqual([403, "forbidden_role"]);
      expect(Object.keys(body.details)).toEqual(["required"]);
      if (row.scope?.includes(":")) expect(body.details.required).toBe(row.scope);
    }
  });

  test("answers 401 without a key, with an invalid key and with a revoked key", async () => {
    const garbage = { name: "garbage", headers: { authorization: "Bearer dbk_garbage" } };
    const input = await trial.input(fixture);
    for (const caller of [fixture.anonymous, fixture.revoked, garbage]) {
      const { status, body } = await ask(caller, input);
      expect([status, body.code, body.details], caller.name).toEqual([401, "unauthenticated", undefined]);
    }
  });

  test("answers sessions of its roles and refuses all others", async () => {
    const isAllowed = (role: Role) => trial.roles?.includes(role) ?? true;
    for (const role of ROLES.filter(isAllowed)) await expectSuccess(fixture.members.get(role) as ApiCaller);
    const refused = ROLES.filter((role) => !isAllowed(role));
    if (refused.length === 0) return;
    const input = await trial.input(fixture);
    for (const role of refused) {
      const { status, body } = await ask(fixture.members.get(role) as ApiCaller, input);
      expect([status, body.code], role).toEqual([403, "forbidden_role"]);
    }
  });

  if (row.path.includes("{business}"))
    test("answers 404 for another business, with the same body as for an unknown one", async () => {
      const input = await trial.input(fixture);
      const of = (business: string, caller: ApiCaller) =>
        ask(caller, { ...input, ids: { ...input.ids, business } }).then(({ status, text }) => [status, text]);
      const [status, text] = await of(newId(), fixture.program);
      expect([status, JSON.parse(String(text)).code]).toEqual([404, "not_found"]);
      for (const business of [fixture.other.salon.businessId, "x"])
        for (const caller of [fixture.program, fixture.keys.get("staff:read") as ApiCaller, fixture.owner])
          expect(await of(business, caller), caller.name).toEqual([404, text]);
      expect(await of(fixture.salon.businessId, fixture.outsider)).toEqual([404, text]);
    });

  const record = recordIn(row);
  if (record !== undefined)
    test("answers 404 for an unknown record", async () => {
      const input = await trial.input(fixture);
      for (const id of [newId(), "x", fixture.other.salon.clientId]) {
        const { status, body } = await ask(allowed, { ...input, ids: { ...input.ids, [record]: id } });
        expect([status, body.code, body.details], id).toEqual([404, "not_found", undefined]);
      }
    });

  test.each(row.fields)("accepts values of `$name` as specified and refuses others", async (field) => {
    for (const { what, input, refusedAt } of await fieldTrials(row, field, () => trial.input(fixture))) {
      const { status, body, text } = await ask(allowed, input);
      if (refusedAt === null) expect(status, `${what}: ${text}`).toBe(row.status);
      else {
        expect([status, body.code], `${what}: ${text}`).toEqual([422, "validation_failed"]);
        const paths = body.details.fields.map(({ path }: { path: string }) => path);
        expect(paths.join(), what).toContain(refusedAt);
      }
    }
  });

  test("refuses unknown fields and parameters", async () => {
    const input = await trial.input(fixture);
    const inBody = { ...input, body: { ...(input.body as object), unknown_field: 1 } };
    const inQuery = { ...input, query: { ...input.query, unknown_field: "1" } };
    const isWrite = row.method === "POST" || row.method === "PATCH";
    for (const unknown of isWrite ? [inBody, inQuery] : [inQuery]) {
      const { status, body } = await ask(allowed, unknown);
      expect([status, body.code]).toEqual([422, "validation_failed"]);
      // An operation without a body rejects every body with an empty path.
      const at = unknown === inBody && input.body === undefined ? "" : "/unknown_field";
      expect(body.details.fields[0].path).toBe(at);
    }
  });

  test.each(trial.refused ?? [])("answers $status to $what", async ({ input, status, code, details }) => {
    const response = await ask(allowed, await input(fixture));
    expect([response.status, response.body.code], response.text).toEqual([status, code]);
    expect(response.body.details).toEqual(details);
  });

  test.each(Object.entries(trial.also ?? {}))("%s", async (_what, check) => {
    await check(fixture, (input, caller = allowed) => ask(caller, input));
  });

  // This test must be last, because it checks the requests and responses of the tests above.
  test("the tests above covered every error, field and list of the row", () => {
    const unmet = row.errors.filter((status) => !seen.statuses.has(status));
    expect(unmet).toEqual(Object.keys(trial.unreachable ?? {}).map(Number));
    const fields = [...row.names, ...row.fields.map(({ name }) => name)];
    expect(fields.filter((name) => !seen.names.has(name))).toEqual([]);
    const lists = trial.answers.record === null ? [] : listsOf(trial.answers.record);
    expect(lists.filter((list) => !seen.filled.has(list))).toEqual([]);
  });
});

/** Returns the scopes of keys that may call a row's operation; null if only sessions may call it. */
function scopesOf(row: Row, trial: Trial): readonly Scope[] | null {
  if (row.scope === null) return null;
  if (trial.scopes !== undefined) return trial.scopes;
  if (row.scope === "any valid key" || row.scope === "any scope") return SCOPES;
  if (row.scope === "any read scope") return SCOPES.filter((scope) => scope.endsWith(":read"));
  return SCOPES.filter((scope) => scope === row.scope);
}

/** Returns the name of the row's path parameter that is not `business`. */
function recordIn({ path }: Row): string | undefined {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).find((name) => name !== "business");
}

function collectNames(value: unknown, names: Set<string>): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) names.add(name);
    collectNames(inner, names);
  }
}
