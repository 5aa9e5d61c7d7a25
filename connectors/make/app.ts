import type { Definition, Operation, Trigger } from "../shared/definition.ts";
import { labelOf } from "../shared/fields.ts";
import { GROUPS, type Group } from "../shared/operations.ts";
import * as communication from "./communication.ts";
import { CLIENT_SEARCH, interfaceOf, type MakeParameter, parameterOf } from "./parameters.ts";

/** The files of the Make app: contents by path. */
export type AppFiles = Readonly<Record<string, unknown>>;

const README = `# Daybook

Watch and change appointments, clients, payments and sales of a salon or clinic that runs Daybook.

To connect, enter the https address of your Daybook and an API key. Create the key in Daybook under Settings, API keys.
`;

interface Component {
  readonly meta: Readonly<Record<string, unknown>>;
  /** Contents of the component's files by their kind, such as `communication`. */
  readonly files: Readonly<Record<string, unknown>>;
}
type Components = Readonly<Record<string, Component>>;

const CONNECTION = "daybook";
/** An https address with no trailing slash, query or user. */
export const ADDRESS = "^https://[^\\s/?#@]+(/[^\\s/?#@]+)*$";
/** A path below the business. A scheme, a slash at the start, a backslash and a parent folder are refused. */
export const RELATIVE_PATH = "^(?!/)(?!.*(\\.\\.|\\\\|//|:))[^\\s?#]+$";

/** Makes all files of the app from the definition that the connectors share. */
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

function modulesOf(definition: Definition): Components {
  const triggers = GROUPS.map((group) => [watching(group), triggerModule(group, definition.triggers)]);
  const operations = definition.operations.map((operation) => [camel(operation.key), moduleOf(operation)]);
  return Object.fromEntries([...triggers, ...operations, ["makeApiCall", universal()]]);
}

function triggerModule(group: Group, triggers: readonly Trigger[]): Component {
  const ofGroup = triggers.filter((trigger) => trigger.group === group);
  // The events of a group differ in a few fields: `changed`, and the record of a deleted client.
  const widest = ofGroup.reduce((most, one) => (fieldCount(one) > fieldCount(most) ? one : most));
  return {
    meta: {
      label: `Watch ${pluralOf(group)}`,
      description: `Triggers when an event of ${pluralOf(group)} happens.`,
      moduleType: "instant_trigger",
      webhook: pluralOf(group),
    },
    files: {
      communication: {},
      staticParams: [],
      interface: widest.outputs.map(interfaceOf),
      samples: ofGroup[0]?.samples.full,
    },
  };
}

const fieldCount = ({ outputs }: Trigger): number =>
  outputs.flatMap(({ fields = [] }) => [0, ...fields]).length;

function moduleOf(operation: Operation): Component {
  const { kind, label, description, outputs, sample, method } = operation;
  const search: MakeParameter = {
    name: "limit",
    type: "uinteger",
    label: "Limit",
    help: "The maximum number of records that the module returns; 10 by default.",
  };
  const crud =
    kind === "get" ? "read" : method === "POST" && !operation.path.includes("{") ? "create" : "update";
  return {
    meta: {
      label,
      description,
      moduleType: kind === "find" ? "search" : "action",
      ...(kind !== "find" && { actionCrud: crud }),
      connection: CONNECTION,
    },
    files: {
      communication: communication.communicationOf(operation),
      staticParams: [],
      mappableParams: [...operation.fields.map(parameterOf), ...(kind === "find" ? [search] : [])],
      interface: outputs.map(interfaceOf),
      samples: sample,
    },
  };
}

function universal(): Component {
  const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"].map((value) => ({ value, label: value }));
  const mappableParams = [
    {
      name: "path",
      type: "text",
      label: "Path",
      help: "The path below the business, such as clients or clients/ID. Addresses of other servers are refused.",
      required: true,
      validate: { pattern: RELATIVE_PATH },
    },
    { name: "method", type: "select", label: "Method", required: true, default: "GET", options: methods },
    {
      name: "query",
      type: "array",
      label: "Query",
      help: "Names and values of the query.",
      spec: [
        { name: "key", type: "text", label: "Name", required: true },
        { name: "value", type: "text", label: "Value" },
      ],
    },
    {
      name: "body",
      type: "text",
      label: "Body",
      help: "The JSON body of POST, PATCH and PUT.",
      multiline: true,
    },
  ];
  return {
    meta: {
      label: "Make an API call",
      description: "Sends any request to the API of Daybook.",
      moduleType: "universal",
      connection: CONNECTION,
    },
    files: {
      communication: communication.UNIVERSAL,
      staticParams: [],
      mappableParams,
      interface: [
        { name: "statusCode", type: "integer", label: "Status code" },
        { name: "body", type: "any", label: "Body" },
      ],
      samples: { statusCode: 200, body: { success: true, data: {} } },
    },
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

const pluralOf = (group: Group): string => `${group}s`;
const watching = (group: Group): string => `watch${labelOf(pluralOf(group))}`;
const camel = (key: string): string => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (key: string, value: T) => R) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(key, value)]));
}
