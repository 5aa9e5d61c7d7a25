import type { FormFrequency } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Field, FormFieldInput, FormTemplateChanges, FormTemplateInput } from "./templateSchema.ts";

/** The content of a template. Its name and fields are versioned; its services and frequency are not. */
export interface TemplateDraft {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly service_ids: readonly string[];
  readonly frequency: FormFrequency;
  readonly every_months: number | null;
}

export const EMPTY_DRAFT: TemplateDraft = {
  name: "",
  fields: [],
  service_ids: [],
  frequency: "once",
  every_months: null,
};

/**
 * Applies a change to a template and returns the result with its problems. A field that the request omits keeps its value. A list in the
 * request replaces the previous list. The caller checks that the services exist.
 */
export function applyChanges(
  before: TemplateDraft,
  change: FormTemplateInput | FormTemplateChanges,
): { draft: TemplateDraft; problems: FieldProblem[] } {
  const frequency = change.frequency ?? before.frequency;
  const isByMonths = frequency === "every_months";
  const current = isByMonths ? before.every_months : null;
  const everyMonths = change.every_months === undefined ? current : change.every_months;
  const draft: TemplateDraft = {
    name: change.name ?? before.name,
    fields: change.fields?.map(fieldOf) ?? before.fields,
    service_ids: change.service_ids?.map((id) => id.toLowerCase()).sort() ?? before.service_ids,
    frequency,
    every_months: everyMonths,
  };
  const problems = fieldProblems(change.fields ?? []);
  if (isByMonths && everyMonths === null)
    problems.push({ path: "/every_months", message: 'is required when `frequency` is "every_months"' });
  if (!isByMonths && everyMonths !== null)
    problems.push({ path: "/every_months", message: 'is accepted only when `frequency` is "every_months"' });
  return { draft, problems };
}

export function isSameDraft(one: TemplateDraft, other: TemplateDraft): boolean {
  const names = Object.keys(EMPTY_DRAFT) as (keyof TemplateDraft)[];
  return names.every((name) =>
    name === "fields"
      ? JSON.stringify(one.fields.map(valuesOf)) === JSON.stringify(other.fields.map(valuesOf))
      : JSON.stringify(one[name]) === JSON.stringify(other[name]),
  );
}

function fieldOf({ id, type, label, options = [], required = false }: FormFieldInput): Field {
  return { id: id?.toLowerCase() ?? newId(), type, label, options, required };
}

/** Returns the values of a field in a fixed order, because jsonb does not preserve the order of keys. */
function valuesOf({ id, type, label, options, required }: Field) {
  return [id, type, label, options, required];
}

function fieldProblems(fields: readonly FormFieldInput[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const ids = fields.map((field) => field.id?.toLowerCase());
  const signatureAt = fields.findIndex((field) => field.type === "signature");
  fields.forEach((field, index) => {
    const path = `/fields/${index}`;
    const options = field.options ?? [];
    if (field.id !== undefined && ids.indexOf(ids[index]) < index)
      problems.push({ path: `${path}/id`, message: "must appear only once" });
    if (field.type === "signature" && index > signatureAt)
      problems.push({
        path: `${path}/type`,
        message: "must appear only once: a form has at most one signature",
      });
    if (hasOptions(field.type) !== options.length > 0)
      problems.push({ path: `${path}/options`, message: optionsMessage(field.type) });
    options.forEach((option, nth) => {
      if (options.indexOf(option) < nth)
        problems.push({ path: `${path}/options/${nth}`, message: "must appear only once" });
    });
  });
  return problems;
}

function hasOptions(type: FormFieldInput["type"]): boolean {
  return type === "choice" || type === "multi";
}

function optionsMessage(type: FormFieldInput["type"]): string {
  return hasOptions(type)
    ? `must have at least one option when \`type\` is "${type}"`
    : `must be empty when \`type\` is "${type}"`;
}
