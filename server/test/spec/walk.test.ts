import { afterAll, describe, expect, test } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { ROLES, SCOPES, type Scope } from "../../src/kernel/scopes.ts";
import { fieldTrials } from "./fieldTrials.ts";
import { listsOf } from "./shapes.ts";
import { specApp } from "./specApp.ts";
import { type Row, rows, statuses } from "./tables.ts";
import type { Ask, Trial } from "./trial.ts";
import { accountTrials } from "./trials/account.ts";
import { appointmentTrials } from "./trials/appointments.ts";
import { clientTrials } from "./trials/clients.ts";
import { menuTrials } from "./trials/menu.ts";
import { webhookTrials } from "./trials/webhooks.ts";
import type { ApiCaller, Outcome } from "./twoBusinesses.ts";

/**
 * The specification's section 4, row by row, asked of a server that listens. What a row says in its words (who may,
 * which fields, which statuses) is read from them; how it is asked for is its trial's. A row without a trial fails.
 */
const trials: Readonly<Record<string, Trial>> = {
  ...accountTrials,
  ...appointmentTrials,
  ...clientTrials,
  ...menuTrials,
  ...webhookTrials,
};
const stage = await specApp();
const staff = stage.people.get("staff");
/** Whom a policy does not let see how clients are reached is told so, and nobody else. */
const MASKED = "client.contacts_masked is one too many";
afterAll(() => stage.close());

test("every row of the specification is tried, and every trial is of a row", () => {
  const names = rows.map(({ name }) => name);
  expect(names.filter((name) => !Object.hasOwn(trials, name))).toEqual([]);
  expect(Object.keys(trials).filter((name) => !names.includes(name))).toEqual([]);
  expect(names.length).toBe(42);
});

/** Those whose feature is not there as a whole; with any of its routes, all of its rows are walked. */
const waiting = rows.filter(({ name, section }) => section === "Webhooks" && !stage.has(name));

test("every row has its route, and none waits once there are webhooks", () => {
  const without = rows.filter(({ name }) => !stage.has(name)).map(({ name }) => name);
  const excused = waiting.length === 4 ? waiting.map(({ name }) => name) : [];
  expect(without).toEqual(excused);
});

test("who answers 201, 409 and 422 is who section 7 says", () => {
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
  for (const { status, usedBy: who } of statuses.filter((each) => ![403, 404].includes(each.status)))
    expect(named(status).sort(), `${status}`).toEqual(
      who
        .split(/, |; /)
        .map((each) => usedBy[each])
        .sort(),
    );
});

const walked = rows.flatMap((row) => {
  const trial = trials[row.name];
  return trial === undefined || waiting.includes(row) ? [] : [[row.name, row, trial] as const];
});

describe.each(walked)("%s", { timeout: 120_000 }, (_name, row, trial) => {
  const seen = { statuses: new Set<number>(), names: new Set<string>(), filled: new Set<string>() };

  const ask = async (asker: ApiCaller, wish: Parameters<Ask>[0]): Promise<Outcome> => {
    const heard = await stage.ask(asker, row.name, wish);
    seen.statuses.add(heard.status);
    for (const sent of [wish.ids, wish.query, wish.body, heard.body.data]) collectNames(sent, seen.names);
    const { success, code, data, message } = heard.body;
    const isRight = heard.status < 300 ? success === true : success === false && typeof code === "string";
    expect(isRight, `the envelope of ${heard.text}`).toBe(true);
    expect(data === undefined, heard.text).toBe(heard.status >= 300);
    if (message !== undefined) expect(typeof message).toBe("string");
    expect(heard.headers.get("x-request-id")).not.toBeNull();
    return heard;
  };
  const expectSuccess = async (asker: ApiCaller) => {
    const heard = await ask(asker, await trial.wish(stage));
    expect(heard.status, `${asker.name}: ${heard.text}`).toBe(row.status);
    const differences = trial.answers.differences(heard.body.data, seen.filled);
    expect(
      differences.filter((each) => asker !== staff || each !== MASKED),
      asker.name,
    ).toEqual([]);
  };
  const scopes = scopesOf(row, trial);
  /** Whose requests the row answers. */
  const someone = scopes === null || scopes.length === 0 ? stage.owner : stage.program;

  test("answers a key with exactly its scope, as the contract says", async () => {
    for (const scope of scopes ?? []) await expectSuccess(stage.keys.get(scope) as ApiCaller);
    if (scopes === null) await expectSuccess(stage.owner);
  });

  test("refuses keys of every other scope, and says which it needs", async () => {
    for (const [scope, key] of stage.keys) {
      if (scopes?.includes(scope)) continue;
      const { status, body } = await ask(key, await trial.wish(stage));
      expect([status, body.code], scope).toEqual([403, "forbidden_role"]);
      expect(Object.keys(body.details)).toEqual(["required"]);
      if (row.scope?.includes(":")) expect(body.details.required).toBe(row.scope);
    }
  });

  test("asks for a key: without one, with garbage, and with one that was revoked it is 401", async () => {
    const garbage = { name: "garbage", headers: { authorization: "Bearer dbk_garbage" } };
    for (const asker of [stage.nobody, stage.revoked, garbage]) {
      const { status, body } = await ask(asker, await trial.wish(stage));
      expect([status, body.code, body.details], asker.name).toEqual([401, "unauthenticated", undefined]);
    }
  });

  test("answers sessions of the roles it is for, and no others", async () => {
    for (const role of ROLES) {
      const person = stage.people.get(role) as ApiCaller;
      if (trial.roles?.includes(role) ?? true) await expectSuccess(person);
      else {
        const { status, body } = await ask(person, await trial.wish(stage));
        expect([status, body.code], role).toEqual([403, "forbidden_role"]);
      }
    }
  });

  if (row.path.includes("{business}"))
    test("of another business is 404, as of one that never was, for keys and for strangers", async () => {
      const wish = await trial.wish(stage);
      const of = (business: string, asker: ApiCaller) =>
        ask(asker, { ...wish, ids: { ...wish.ids, business } }).then(({ status, text }) => [status, text]);
      const [status, text] = await of(newId(), stage.program);
      expect([status, JSON.parse(String(text)).code]).toEqual([404, "not_found"]);
      for (const business of [stage.other.salon.businessId, "x"])
        for (const asker of [stage.program, stage.keys.get("staff:read") as ApiCaller, stage.owner])
          expect(await of(business, asker), asker.name).toEqual([404, text]);
      expect(await of(stage.salon.businessId, stage.stranger)).toEqual([404, text]);
    });

  const record = recordIn(row);
  if (record !== undefined)
    test("of a record that there is not is 404", async () => {
      for (const id of [newId(), "x", stage.other.salon.clientId]) {
        const wish = await trial.wish(stage);
        const { status, body } = await ask(someone, { ...wish, ids: { ...wish.ids, [record]: id } });
        expect([status, body.code, body.details], id).toEqual([404, "not_found", undefined]);
      }
    });

  test.each(row.fields)("takes `$name` as the specification says, and nothing else", async (field) => {
    for (const { what, wish, refusedAt } of await fieldTrials(row, field, () => trial.wish(stage))) {
      const { status, body, text } = await ask(someone, wish);
      if (refusedAt === null) expect(status, `${what}: ${text}`).toBe(row.status);
      else {
        expect([status, body.code], `${what}: ${text}`).toEqual([422, "validation_failed"]);
        const paths = body.details.fields.map(({ path }: { path: string }) => path);
        expect(paths.join(), what).toContain(refusedAt);
      }
    }
  });

  test("refuses a field or a parameter that it does not know", async () => {
    const wish = await trial.wish(stage);
    const inBody = { ...wish, body: { ...(wish.body as object), nobody_knows: 1 } };
    const inQuery = { ...wish, query: { ...wish.query, nobody_knows: "1" } };
    const isWrite = row.method === "POST" || row.method === "PATCH";
    for (const unknown of isWrite ? [inBody, inQuery] : [inQuery]) {
      const { status, body } = await ask(someone, unknown);
      expect([status, body.code]).toEqual([422, "validation_failed"]);
      // An operation without a body refuses all of it.
      const at = unknown === inBody && wish.body === undefined ? "" : "/nobody_knows";
      expect(body.details.fields[0].path).toBe(at);
    }
  });

  test.each(trial.refused ?? [])("answers $status to $what", async ({ wish, status, code, details }) => {
    const heard = await ask(someone, await wish(stage));
    expect([heard.status, heard.body.code], heard.text).toEqual([status, code]);
    expect(heard.body.details).toEqual(details);
  });

  test.each(Object.entries(trial.also ?? {}))("%s", async (_what, check) => {
    await check(stage, (wish, asker = someone) => ask(asker, wish));
  });

  // The last: it looks at what the tests above have sent and heard.
  test("every error, field and list that the row names was met", () => {
    const unmet = row.errors.filter((status) => !seen.statuses.has(status));
    expect(unmet).toEqual(Object.keys(trial.unreachable ?? {}).map(Number));
    const fields = [...row.names, ...row.fields.map(({ name }) => name)];
    expect(fields.filter((name) => !seen.names.has(name))).toEqual([]);
    const lists = trial.answers.record === null ? [] : listsOf(trial.answers.record);
    expect(lists.filter((list) => !seen.filled.has(list))).toEqual([]);
  });
});

/** Which keys the words of a row let in; null for what only a session may. */
function scopesOf(row: Row, trial: Trial): readonly Scope[] | null {
  if (row.scope === null) return null;
  if (trial.scopes !== undefined) return trial.scopes;
  if (row.scope === "any valid key" || row.scope === "any scope") return SCOPES;
  if (row.scope === "any read scope") return SCOPES.filter((scope) => scope.endsWith(":read"));
  return SCOPES.filter((scope) => scope === row.scope);
}

/** The record that a row's path names, besides the business. */
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
