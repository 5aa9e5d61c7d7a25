import type { Definition } from "../shared/definition.ts";
import { labelOf } from "../shared/fields.ts";
import { GROUPS, type Group } from "../shared/operations.ts";
import * as communication from "./communication.ts";
import {
  CONNECTION,
  type Component,
  type Components,
  camel,
  modulesOf,
  pluralOf,
  watching,
} from "./modules.ts";
import { CLIENT_SEARCH } from "./parameters.ts";

/** The files of the Make app: contents by path. */
export type AppFiles = Readonly<Record<string, unknown>>;

const README = `# Daybook

Watch and change appointments, clients, payments and sales of a salon or clinic that runs Daybook.

To connect, enter the https address of your Daybook and an API key. Create the key in Daybook under Settings, API keys.
`;

/** An https address without a trailing slash, query, fragment or user. */
export const ADDRESS = "^https://[^\\s/?#@]+(/[^\\s/?#@]+)*$";

/** Builds all files of the app from the connectors' shared definition. */
export function appFiles(definition: Definition): AppFiles {
  const components = {
    connection: { [CONNECTION]: connection() },
    webhook: Object.fromEntries(GROUPS.map((group) => [pluralOf(group), webhookOf(group, definition)])),
    module: modulesOf(definition),
    rpc: rpcsOf(definition),
    function: {},
    endpoint: {},
  };
  return {
    "makecomapp.json": {
      fileVersion: 1,
      generalCodeFiles: {
        base: "general/base.iml.json",
        common: "general/common.json",
        readme: "general/readme.md",
        groups: "general/groups.json",
      },
      components: mapValues(components, (kind, all) =>
        mapValues(all as Components, (name, { meta, files }) => ({
          ...meta,
          codeFiles: mapValues(files, (code) => pathOf(kind, name, code)),
        })),
      ),
      origins: [],
    },
    "general/base.iml.json": communication.BASE,
    "general/common.json": {},
    "general/readme.md": README,
    "general/groups.json": groupsOf(definition),
    ...Object.fromEntries(
      Object.entries(components).flatMap(([kind, all]) =>
        Object.entries(all as Components).flatMap(([name, { files }]) =>
          Object.entries(files).map(([code, content]) => [pathOf(kind, name, code), content]),
        ),
      ),
    ),
  };
}

function connection(): Component {
  const params = [
    {
      name: "address",
      type: "text",
      label: "Address",
      help: "The https address of your Daybook, without a slash at the end: https://book.example.com",
      required: true,
      editable: true,
      validate: { pattern: ADDRESS },
    },
    {
      name: "apiKey",
      type: "password",
      label: "API key",
      help: "Create it in Daybook under Settings, API keys. It begins with dbk_.",
      required: true,
      editable: true,
    },
  ];
  return {
    meta: { label: "Daybook", connectionType: "basic" },
    files: { communication: communication.CONNECTION, params },
  };
}

function webhookOf(group: Group, { triggers }: Definition): Component {
  const options = triggers
    .filter((trigger) => trigger.group === group)
    .map(({ event, label }) => ({ value: event, label }));
  const events = {
    name: "events",
    type: "select",
    label: "Events",
    help: "The events that start the scenario.",
    required: true,
    multiple: true,
    options,
  };
  const { RECEIVE, ATTACH, DETACH } = communication;
  return {
    meta: { label: `Events of ${pluralOf(group)}`, webhookType: "web", connection: CONNECTION },
    files: { communication: RECEIVE, params: [events], attach: ATTACH, detach: DETACH },
  };
}

function rpcsOf({ lists }: Definition): Components {
  return Object.fromEntries(
    lists.map((list) => [
      list.searched ? CLIENT_SEARCH : list.key,
      {
        meta: { label: list.label, connection: CONNECTION },
        files: {
          communication: communication.listOf(list),
          params: list.searched ? [{ name: "q", type: "text", label: "Search text", required: true }] : [],
        },
      },
    ]),
  );
}

function groupsOf({ operations }: Definition): object {
  const groups = GROUPS.map((group) => ({
    label: labelOf(pluralOf(group)),
    modules: [
      watching(group),
      ...operations.filter((one) => one.group === group).map(({ key }) => camel(key)),
    ],
  }));
  return [...groups, { label: "Other", modules: ["makeApiCall"] }];
}

function pathOf(kind: string, name: string, code: string): string {
  const folder = kebab(name);
  return `${kind}s/${folder}/${folder}.${kebab(code)}.iml.json`;
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (key: string, value: T) => R) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(key, value)]));
}
