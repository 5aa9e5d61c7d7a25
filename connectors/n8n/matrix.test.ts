import type { Field } from "../shared/fields.ts";
import type { Inputs } from "../test/cases.ts";
import { matrixOf } from "../test/matrix.ts";
import type { Platform, Site } from "../test/platform.ts";
import { readDefinition } from "../write.ts";
import { runNode, searchList, triggerNode, type Values } from "./test/engine.ts";

const definition = readDefinition();
const credentialsOf = ({ address, key }: Site) => ({ address, apiKey: key });

/** Converts inputs, whose names are the API's field names, to the values of the node's form. */
function formOf(fields: readonly Field[], inputs: Inputs): { required: Values; optional: Values } {
  const form = { required: {} as Values, optional: {} as Values };
  for (const field of fields) {
    const value = inputs[field.name];
    if (value !== undefined)
      form[field.required ? "required" : "optional"][field.name] = formValue(field, value);
  }
  return form;
}

function formValue({ fields, choices, multiple }: Field, value: unknown): unknown {
  if (fields !== undefined)
    return {
      values: (value as Inputs[]).map((item) => ({
        ...formOf(fields, item).required,
        ...formOf(fields, item).optional,
      })),
    };
  if (multiple && choices !== undefined) return (value as string[]).join();
  return choices === undefined ? value : { __rl: true, mode: "id", value };
}

const platform: Platform = {
  name: "n8n",
  lists: definition.lists.map(({ key, scope }) => ({ key, scope })),
  continuesWithoutRecord: false,
  run: (site, { group, key, fields }, inputs) => {
    const { required, optional } = formOf(fields, inputs);
    const form = { resource: group, operation: key, limit: 50, returnAll: false, ...required };
    return runNode({ ...form, additionalFields: optional }, credentialsOf(site));
  },
  list: async (site, key) => (await searchList(key, credentialsOf(site), "mull")).results,
  subscribe: async (site, { event }, url) => {
    const trigger = triggerNode([event], url, credentialsOf(site));
    await trigger.create();
    return {
      receive: async ({ headers, body }) => (await trigger.receive(headers, body)).output[0],
      remove: async () => {
        if (!(await trigger.delete())) throw new Error("The webhook could not be removed.");
      },
    };
  },
  messageOf: ({ message }) => message,
};

matrixOf(platform, definition);
