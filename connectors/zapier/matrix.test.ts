import { createRequire } from "node:module";
import { afterAll } from "vitest";
import zapier from "zapier-platform-core";
import { matrixOf } from "../test/matrix.ts";
import type { Platform, Records, Site } from "../test/platform.ts";
import { readDefinition } from "../write.ts";
import app from "./index.js";
import type { Step } from "./lint.ts";
import { messageOf } from "./test/messageOf.ts";
import { secured } from "./test/secured.ts";

// Removes the memory limit of Zapier's runtime. The runtime ends its process after 250 steps if the process uses more than 450 MB, and this
// test runs Daybook in the same process.
const limits = createRequire(import.meta.url)("zapier-platform-core/src/constants");
limits.KILL_MAX_LIMIT = Number.POSITIVE_INFINITY;
const runStep = zapier.createAppTester(app) as (method: unknown, bundle: object) => Promise<unknown>;
const { triggers, creates, searches } = app as unknown as Record<string, Record<string, Step>>;
const definition = readDefinition();
const proxies = new Map<string, Awaited<ReturnType<typeof secured>>>();

/** Returns the connection of a Zap. Its address is an https proxy, because Zapier accepts only https addresses. */
async function authOf({ address, key }: Site) {
  const proxy = proxies.get(address) ?? (await secured(address));
  proxies.set(address, proxy);
  return { base_url: proxy.url, api_key: key };
}
afterAll(() => {
  for (const proxy of proxies.values()) proxy.close();
});

const operationOf = (step: Step | undefined) => step?.operation as unknown as Record<string, unknown>;
const scopeOf = (key: string) => definition.lists.find((list) => key === `${list.key}_list`)?.scope;

const platform: Platform = {
  name: "Zapier",
  lists: Object.values(triggers ?? {})
    .filter(({ display }) => display.hidden)
    .map(({ key }) => ({
      key,
      scope: scopeOf(key) ?? (key === "appointments_list" ? "appointments:read" : "services:read"),
    })),
  continuesWithoutRecord: true,
  run: async (site, { key }, inputData) => {
    const step = creates?.[key] ?? searches?.[key];
    const found = await runStep(operationOf(step).perform, { authData: await authOf(site), inputData });
    return (Array.isArray(found) ? found : [found]) as Records;
  },
  list: async (site, key) => {
    const bundle = { authData: await authOf(site), inputData: {} };
    return (await runStep(operationOf(triggers?.[key]).perform, bundle)) as Records;
  },
  subscribe: async (site, { key }, targetUrl) => {
    const { perform, performSubscribe, performUnsubscribe } = operationOf(triggers?.[key]);
    const authData = await authOf(site);
    const subscribeData = await runStep(performSubscribe, { authData, targetUrl });
    return {
      receive: async ({ body }) => {
        const [item] = (await runStep(perform, { authData, cleanedRequest: JSON.parse(body) })) as Records;
        return item;
      },
      remove: async () => void (await runStep(performUnsubscribe, { authData, subscribeData })),
    };
  },
  messageOf,
};

matrixOf(platform, definition);
