import type { Operation } from "../shared/definition.ts";
import { matrixOf } from "../test/matrix.ts";
import type { Platform, Records, Site } from "../test/platform.ts";
import { readDefinition } from "../write.ts";
import { appFiles } from "./app.ts";
import { type Connection, MakeInterpreter } from "./interpreter.ts";
import { camel, watching } from "./modules.ts";

const definition = readDefinition();
const files = appFiles(definition);
const ADDRESS = "https://salon.example";

/** Returns an interpreter and a stored connection whose requests reach the site's server. */
function makeAt({ address, key, businessId }: Site) {
  const make = new MakeInterpreter(files, (url, options) => fetch(url.replace(ADDRESS, address), options));
  const connection: Connection = { values: { address: ADDRESS, apiKey: key, businessId }, label: "" };
  return { make, connection };
}

const platform: Platform = {
  name: "Make",
  lists: definition.lists.map(({ key, scope, searched }) => ({
    key: searched ? camel(`search_${key}`) : key,
    scope,
  })),
  continuesWithoutRecord: false,
  run: async (site, { key }, inputs) => {
    const { make, connection } = makeAt(site);
    return (await make.run(camel(key), connection, inputs)) as Records;
  },
  list: async (site, key) => {
    const { make, connection } = makeAt(site);
    return (await make.choices(key, connection, { q: "mull" })) as Records;
  },
  subscribe: async (site, { group, event }, url) => {
    const { make, connection } = makeAt(site);
    const module = watching(group);
    const webhook = await make.attach(module, connection, url, { events: [event] });
    return {
      receive: async ({ body }) => make.receive(module, JSON.parse(body)),
      remove: () => make.detach(module, connection, webhook),
    };
  },
  messageOf: ({ message }) => message,
};

/** The universal module, which the other connectors do not have. */
const universal: Operation = {
  key: "make_api_call",
  operationId: "listClients",
  label: "Make an API call",
  description: "",
  kind: "find",
  group: "client",
  method: "GET",
  path: "/clients",
  scope: "clients:read",
  fields: [],
  outputs: [],
  sample: { statusCode: 200, body: { success: true, data: {} } },
};
const call = { path: "clients", method: "GET" };

matrixOf(
  platform,
  { ...definition, operations: [...definition.operations, universal] },
  {
    make_api_call: {
      valid: call,
      refused: {
        404: { path: "clients/019df1d2-8940-7632-9c8c-c0e9d990c1c1" },
        422: { query: [{ key: "limit", value: "1000" }] },
      },
    },
  },
);
