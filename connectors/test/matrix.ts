import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Scope } from "../../server/src/kernel/scopes.ts";
import type { Definition, Sample } from "../shared/definition.ts";
import { missingKeys } from "../zapier/lintResults.ts";
import { type Case, casesOf } from "./cases.ts";
import {
  type ConnectorApp,
  causeEveryEvent,
  connectorApp,
  limitedServer,
  serverWithoutDatabase,
} from "./connectorApp.ts";
import { caseOf, exhaust, partOf, shapeOf, siteOf, withoutOwnKeys } from "./matrixParts.ts";
import type { Platform, Site } from "./platform.ts";
import { type Status, statusesOf } from "./sentence.ts";
import { type Column, Table } from "./table.ts";

type Form = "full" | "ids_only";

/**
 * Declares the tests of all triggers, actions, searches and dropdowns of a connector. The tests run for a business whose
 * webhooks contain full records, for a business whose webhooks contain only ids, and for every error status of the API.
 * `ownCases` are the inputs of operations that the other connectors do not have. Each result is also a cell in the table that
 * `npm run connectors` prints.
 */
export function matrixOf(
  platform: Platform,
  { triggers, operations }: Definition,
  ownCases: Readonly<Record<string, Case>> = {},
): void {
  const table = new Table();
  const apps = {} as Record<Form, ConnectorApp>;
  const cases = {} as Record<Form, Readonly<Record<string, Case>>>;
  const closing: (() => Promise<void>)[] = [];
  let limited: Site;
  let stranded: Site;

  beforeAll(async () => {
    apps.full = await connectorApp();
    apps.ids_only = await connectorApp({ type: "med_spa", beside: apps.full });
    for (const form of ["full", "ids_only"] as const)
      cases[form] = { ...(await casesOf(apps[form])), ...ownCases };
    const server = await limitedServer(1);
    limited = { address: server.address, key: server.salon.key, businessId: server.salon.businessId };
    const away = await serverWithoutDatabase();
    stranded = { ...siteOf(apps.full), address: away.address };
    closing.push(server.close, away.close, apps.ids_only.close, apps.full.close);
  });
  afterAll(async () => {
    table.save(platform.name);
    for (const close of closing) await close();
  });

  /** Runs a check of one part of the connector, such as a trigger, and records in the table whether the check succeeded. */
  async function cell(part: string, column: Column, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      table.add(part, column, "ok");
    } catch (error) {
      table.add(part, column, "failed");
      throw error;
    }
  }

  const refuses = (part: string, status: Status, work: () => Promise<unknown>) =>
    cell(part, status, async () => {
      const message = await work().then(
        () => "",
        (error: Error) => platform.messageOf(error),
      );
      expect(statusesOf(message), `${part}: ${message || "not refused"}`).toEqual([status]);
    });

  /**
   * Checks the error message of a part for four errors: a wrong key, a key without the required scope, an exceeded rate limit, and a server
   * without a database.
   */
  async function refusesSites(part: string, scope: string, run: (site: Site) => Promise<unknown>) {
    const site = siteOf(apps.full);
    await refuses(part, "401", () => run({ ...site, key: "dbk_wrong" }));
    const other: Scope = scope === "services:read" ? "clients:read" : "services:read";
    const narrow = await apps.full.keyWith(other);
    await refuses(part, "403", () => run({ ...site, key: narrow }));
    await exhaust(limited);
    await refuses(part, "429", () => run(limited));
    await refuses(part, "503", () => run(stranded));
  }

  describe.each<[Column, Form]>([
    ["full", "full"],
    ["ids-only", "ids_only"],
  ])("with the delivery form %s", (column, form) => {
    test.each(operations)("$key returns the keys of its sample", async (operation) => {
      await cell(partOf(operation), column, async () => {
        const { valid } = caseOf(cases[form], operation);
        const [record] = await platform.run(siteOf(apps[form]), operation, valid);
        expect(Object.keys(record ?? {}).sort()).toEqual(Object.keys(operation.sample).sort());
        expect(missingKeys(withoutOwnKeys(operation), record, operation.key)).toEqual([]);
      });
    });

    test.each(platform.lists)("the dropdown $key has choices", async ({ key }) => {
      await cell(`dropdown ${key}`, column, async () => {
        const choices = await platform.list(siteOf(apps[form]), key);
        // The dropdown lists only appointments of the next 31 days by the system clock. Those of this test may be on other
        // days.
        if (key !== "appointments_list") expect(choices.length).toBeGreaterThan(0);
      });
    });

    test("all triggers receive their events, and removing them leaves no webhook in Daybook", async () => {
      const app = apps[form];
      const { platform: receiver } = app;
      const subscribed = new Map<string, Awaited<ReturnType<Platform["subscribe"]>>>();
      for (const trigger of triggers) {
        const url = `${receiver.url}/${form}/${trigger.event}`;
        subscribed.set(trigger.event, await platform.subscribe(siteOf(app), trigger, url));
      }
      await app.received();
      await causeEveryEvent(app);
      await app.received();
      for (const { key, event, samples } of triggers)
        await cell(`trigger ${key}`, column, async () => {
          const own = receiver.requests.filter(({ path }) => path.endsWith(`/${form}/${event}`));
          const shapes: string[][][] = [];
          for (const request of own) {
            const bundle = (await subscribed.get(event)?.receive(request)) as Sample;
            expect(bundle).toEqual(JSON.parse(request.body));
            shapes.push(shapeOf(bundle));
          }
          expect(shapes, event).toContainEqual(shapeOf(samples[form]));
        });
      for (const subscription of subscribed.values()) await subscription.remove();
      expect((await app.sdk.webhooks.listEndpoints({ path: app.path })).items).toEqual([]);
    });
  });

  test.each(operations)("$key shows every refusal as one sentence", async (operation) => {
    const part = partOf(operation);
    const { valid, refused = {} } = caseOf(cases.full, operation);
    const run = (site: Site, inputs = {}) => platform.run(site, operation, { ...valid, ...inputs });
    await refusesSites(part, operation.scope, (site) => run(site));
    for (const status of ["404", "409", "422"] as const) {
      const inputs = refused[status];
      if (inputs === undefined) continue;
      const runRefused = () => run(siteOf(apps.full), inputs);
      if (status === "404" && operation.kind === "get" && platform.continuesWithoutRecord)
        await cell(part, status, async () => expect(await runRefused()).toEqual([]));
      else await refuses(part, status, runRefused);
    }
  });

  test.each(triggers)("the trigger $key shows every refusal as one sentence", async (trigger) => {
    const part = `trigger ${trigger.key}`;
    const subscribe = (site: Site, url = "http://127.0.0.1:9/hook") => platform.subscribe(site, trigger, url);
    await refusesSites(part, trigger.scope, (site) => subscribe(site));
    await refuses(part, "422", () => subscribe(siteOf(apps.full), "no address"));
  });

  test.each(platform.lists)(
    "the dropdown $key shows every refusal as one sentence",
    async ({ key, scope }) => {
      await refusesSites(`dropdown ${key}`, scope, (site) => platform.list(site, key));
    },
  );
}
