import type { Definition, Operation, Sample, Trigger } from "./definition.ts";
import type { Field } from "./fields.ts";
import type { Output } from "./outputs.ts";
import { ALTERNATIVES, SENTENCES } from "./sentences.ts";

/** Returns the content of the Zapier app's `definition.json`: inputs, output fields and samples in Zapier's format. */
export function zapierDefinition({ triggers, lists, operations }: Definition): object {
  return {
    sentences: SENTENCES,
    alternatives: ALTERNATIVES,
    triggers: triggers.map((trigger) => ({
      key: trigger.key,
      event: trigger.event,
      noun: titleCase(trigger.group),
      label: trigger.label,
      description: trigger.description,
      sample: sampleOf(trigger),
      outputFields: {
        full: fieldsOf(trigger, trigger.samples.full),
        ids_only: fieldsOf(trigger, trigger.samples.ids_only),
      },
    })),
    lists: lists.map(({ key, noun, path, name, label, searched }) => ({
      key: `${key}_list`,
      noun: titleCase(noun),
      label: titleCase(label),
      description: `Triggers when the list of ${label.toLowerCase()} is read for a dropdown.`,
      path,
      name,
      ...(searched && { searched }),
      sample: { id: "019df1d2-8940-7632-9c8c-c0e9d990c1c1", name: noun },
    })),
    operations: operations.map((operation) => ({
      key: operation.key,
      kind: operation.kind,
      ...(operation.container && { container: operation.container }),
      noun: titleCase(operation.group),
      label: titleCase(operation.label),
      description: operation.description,
      method: operation.method,
      path: operation.path,
      inputFields: operation.fields.map((field) => inputField(operation, field)),
      places: Object.fromEntries(operation.fields.map((field) => [field.name, field.in])),
      outputFields: flat(operation.outputs),
      sample: withoutOwnKeys(operation.sample, operation.outputs),
    })),
  };
}

const SMALL_WORDS = /\b(A|An|And|Of|To|Or)\b/g;

/** Converts a label to Zapier's style: `find free slots` becomes `Find Free Slots`. */
export function titleCase(label: string): string {
  const words = label.replace(
    /(^|[\s-])([a-z])/g,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
  return words.replace(SMALL_WORDS, (word, _, at: number) => (at === 0 ? word : word.toLowerCase()));
}

/** Returns the sample with only those fields that all deliveries contain. */
function sampleOf({ samples, always }: Trigger): Sample {
  const data = Object.entries(samples.full.data as Sample).filter(([name]) => always.includes(name));
  const { changed: _, ...sample } = samples.full;
  return { ...sample, data: Object.fromEntries(data) };
}

/** Empties the objects whose keys exist only in the sample's business, such as the values of its client fields. */
function withoutOwnKeys(sample: Sample, outputs: readonly Output[]): Sample {
  const own = outputs.filter(({ type }) => type === "any").map(({ name }) => [name, {}]);
  return { ...sample, ...Object.fromEntries(own) };
}

/** Returns the output fields that the sample of a delivery form contains. */
function fieldsOf({ outputs }: Trigger, sample: Sample): object[] {
  const data = sample.data as Sample;
  const inForm = outputs
    .filter(({ name }) => name in sample || name === "changed")
    .map((output) => ({ ...output, fields: output.fields?.filter(({ name }) => name in data) ?? [] }))
    .map((output) => (output.type === "record" ? output : withoutFields(output)));
  return flat(inForm);
}

const withoutFields = ({ fields: _, ...output }: Output): Output => output;

const TYPES = { text: "string", date: "string", record: "string", any: "string" } as const;

/** Returns the fields of a record with Zapier's keys: `data__starts_at`, and `items[]name` in a list. */
function flat(outputs: readonly Output[], before = "", labels = ""): object[] {
  return outputs.flatMap((output) => {
    const key = `${before}${output.name}`;
    const label = titleCase(`${labels}${output.label}`.replace(/^Data /, ""));
    const inner = output.list ? `${key}[]` : `${key}__`;
    if (output.type === "record") return flat(output.fields ?? [], inner, `${labels}${output.label} `);
    if (output.type === "any") return [];
    const type = output.type in TYPES ? "string" : output.type;
    return [{ key, label, type, ...(output.list && { list: true }) }];
  });
}

function inputField(operation: Operation, field: Field): object {
  const { name, label, help, required, type, multiple, options } = field;
  const isRedundant = help.toLowerCase() === `${label.toLowerCase()}.`;
  const common = { key: name, label: titleCase(label), ...(!isRedundant && { helpText: help }) };
  // Zapier does not support help texts for groups of inputs.
  if (field.fields)
    return {
      key: name,
      label: common.label,
      children: field.fields.map((one) => inputField(operation, one)),
    };
  return {
    ...common,
    required,
    type: field.multiline ? "text" : TYPE_OF_INPUT[type],
    ...(multiple && { list: true }),
    ...(options && {
      choices: options.map(({ value, label: text }) => ({ value, sample: value, label: text })),
    }),
    ...dropdownOf(field),
  };
}

const TYPE_OF_INPUT = {
  text: "string",
  email: "string",
  date: "string",
  select: "string",
  list: "string",
  integer: "integer",
  boolean: "boolean",
  datetime: "datetime",
} as const;

/** Dropdowns for the Zapier app only, because Zapier requires a dropdown for every id field. */
const DROPDOWNS: Readonly<Record<string, string>> = {
  appointment: "appointments_list.id.name",
  resource_id: "resources_list.id.name",
  sale: "payments_list.sale_id.name",
};
/** The searches that Zapier offers next to an id field, by field. */
const SEARCHES: Readonly<Record<string, string>> = {
  client_id: "find_clients.id",
  client: "find_clients.id",
  appointment: "find_appointments.id",
};

function dropdownOf({ name, choices }: Field): object {
  const dynamic = choices === undefined ? DROPDOWNS[name] : `${choices}_list.id.name`;
  const search = SEARCHES[name];
  return { ...(dynamic && { dynamic }), ...(search && { search }) };
}
