import type { Definition, Operation, Trigger } from "../shared/definition.ts";
import { labelOf } from "../shared/fields.ts";
import { GROUPS, type Group } from "../shared/operations.ts";
import { communicationOf, UNIVERSAL } from "./communication.ts";
import { interfaceOf, type MakeParameter, parameterOf } from "./parameters.ts";

/** A component of the Make app, such as a module or webhook. */
export interface Component {
  readonly meta: Readonly<Record<string, unknown>>;
  /** The contents of the component's files by kind, such as `communication`. */
  readonly files: Readonly<Record<string, unknown>>;
}
export type Components = Readonly<Record<string, Component>>;

export const CONNECTION = "daybook";
/** Matches a path below the business. Excludes schemes, leading slashes, backslashes and parent folders. */
export const RELATIVE_PATH = "^(?!/)(?!.*(\\.\\.|\\\\|//|:))[^\\s?#]+$";

export const pluralOf = (group: Group): string => `${group}s`;
export const watching = (group: Group): string => `watch${labelOf(pluralOf(group))}`;
export const camel = (key: string): string =>
  key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Builds the modules: a trigger for each group of events, the operations, and the universal module. */
export function modulesOf(definition: Definition): Components {
  const triggers = GROUPS.map((group) => [watching(group), triggerModule(group, definition.triggers)]);
  const operations = definition.operations.map((operation) => [camel(operation.key), moduleOf(operation)]);
  return Object.fromEntries([...triggers, ...operations, ["makeApiCall", universal()]]);
}

function triggerModule(group: Group, triggers: readonly Trigger[]): Component {
  const ofGroup = triggers.filter((trigger) => trigger.group === group);
  // The events of a group differ in a few fields, such as `changed`. Uses the fields of the event with the most fields.
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
      communication: communicationOf(operation),
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
      communication: UNIVERSAL,
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
