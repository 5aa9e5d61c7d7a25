import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles, readDefinition } from "../write.ts";
import { type AppFiles, appFiles } from "./app.ts";
import { parseTemplate } from "./iml.ts";
import { lint } from "./lint.ts";

const definition = readDefinition();
const files = appFiles(definition);

test("the committed files are those that `node connectors/write.ts` makes of the description", () => {
  const folder = join(import.meta.dirname, "app");
  const onDisk = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const made = Object.entries(generatedFiles(definition)).filter(([path]) => path.startsWith("make/"));
  expect(onDisk.map((path) => path.slice(folder.length + 1)).sort()).toEqual(
    made.map(([path]) => path.replace("make/app/", "")).sort(),
  );
  for (const [path, text] of made)
    expect(readFileSync(join(import.meta.dirname, "..", path), "utf8"), path).toBe(text);
});

test("the lint finds nothing in the app", () => {
  expect(lint(files)).toEqual([]);
});

const FIND = "modules/find-clients/find-clients";
const HOOK = "webhooks/clients/clients";
const UNIVERSAL = "modules/make-api-call/make-api-call";

/** Returns the files with one changed value. If the value is `undefined`, removes the key. Without keys, removes the file. */
function broken(path: string, keys: readonly (string | number)[], value: unknown): AppFiles {
  const copy = structuredClone(files) as Record<string, Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: the change goes to any depth.
  const parent = keys.slice(0, -1).reduce<any>((inner, key) => inner[key], copy[path]);
  const last = keys.at(-1);
  if (last === undefined) delete copy[path];
  else if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

const main = "makecomapp.json";
test.each<[string, AppFiles]>([
  ["does not exist", broken("general/common.json", [], undefined)],
  ["belongs to no component", { ...files, "modules/old.iml.json": {} }],
  ["methood is not a known directive", broken(`${FIND}.communication.iml.json`, ["methood"], "GET")],
  ["response.iterat is not a known", broken(`${FIND}.communication.iml.json`, ["response", "iterat"], "")],
  ["is not sanitized", broken("general/base.iml.json", ["log", "sanitize"], [])],
  ["response.body.data.secret is not", broken(`${HOOK}.attach.iml.json`, ["log", "sanitize"], [])],
  ["letters and digits only", broken(main, ["components", "rpc", "my-rpc"], { label: "a", codeFiles: {} })],
  ["the label is missing", broken(main, ["components", "module", "findClients", "label"], "")],
  ["is not a type of module", broken(main, ["components", "module", "findClients", "moduleType"], "finder")],
  [
    "only a trigger has a webhook",
    broken(main, ["components", "module", "findClients", "webhook"], "clients"),
  ],
  ["no webhook visits", broken(main, ["components", "module", "watchClients", "webhook"], "visits")],
  ["no connection other", broken(main, ["components", "module", "findClients", "connection"], "other")],
  [
    "the interface or the sample is",
    broken(main, ["components", "module", "findClients", "codeFiles", "samples"], undefined),
  ],
  ["the interface has no nick", broken(`${FIND}.samples.iml.json`, ["nick"], "Zoë")],
  [
    "a search iterates and has a limit",
    broken(`${FIND}.communication.iml.json`, ["response", "limit"], undefined),
  ],
  ["the parameter q has no label", broken(`${FIND}.mappable-params.iml.json`, [0, "label"], "")],
  ["phone is not a type of parameter", broken(`${FIND}.mappable-params.iml.json`, [0, "type"], "phone")],
  ["there is no rpc://pets", broken(`${FIND}.mappable-params.iml.json`, [0, "options"], "rpc://pets")],
  ["reads env, which is not known", broken(`${FIND}.communication.iml.json`, ["qs", "q"], "{{env.HOME}}")],
  [
    "reads a parameter that does not",
    broken(`${FIND}.communication.iml.json`, ["qs", "q"], "{{parameters.w}}"),
  ],
  [
    "upper with 1 arguments is not",
    broken(`${FIND}.communication.iml.json`, ["qs", "q"], "{{upper(parameters.q)}}"),
  ],
  ["is not below the address", broken(`${FIND}.communication.iml.json`, ["url"], "https://evil.example")],
  ["is not below the address", broken(`${FIND}.communication.iml.json`, ["url"], "//evil.example")],
  ["is not below the address", broken("connections/daybook/daybook.communication.iml.json", ["url"], "/me")],
  [
    "accepts addresses of other servers",
    broken(`${UNIVERSAL}.mappable-params.iml.json`, [0, "validate"], undefined),
  ],
  ["attach stores no externalHookId", broken(`${HOOK}.attach.iml.json`, ["response"], {})],
  ["detach does not delete", broken(`${HOOK}.detach.iml.json`, ["method"], "GET")],
  ["must list each module once", broken("general/groups.json", [0, "modules"], [])],
])("the lint finds: %s", (message, changed) => {
  expect(lint(changed).join("\n")).toContain(message);
});

test.each([
  "{{a",
  "{{a + b}}",
  "{{a.}}",
  "{{a[b]}}",
  "{{join(a)}}",
  "{{if(a, b c)}}",
  "{{#}}",
  "{{}}",
  "{{a b}}",
])("the expression %s is outside the subset", (text) => {
  expect(() => parseTemplate(text)).toThrow(/supported|has no end|too early|missing/);
});
