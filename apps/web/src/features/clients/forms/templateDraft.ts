import type { DataOf } from "@daybook/sdk";

export type FormTemplate = DataOf<"get", "/businesses/{business}/form-templates/{form_template}">;

export type FieldType = FormTemplate["fields"][number]["type"];

export const FIELD_TYPES = [
  "text",
  "long_text",
  "choice",
  "multi",
  "yes_no",
  "date",
  "consent",
  "signature",
] as const satisfies readonly FieldType[];

export const FREQUENCIES = ["once", "every_visit", "every_months"] as const;

/** A field in the form. The form generates the id of a new field, and saving keeps this id. */
export interface FieldDraft {
  readonly id: string;
  readonly type: FieldType;
  readonly label: string;
  /** The options, one per line. */
  readonly options: string;
  readonly required: boolean;
}

export interface TemplateDraft {
  readonly name: string;
  readonly fields: readonly FieldDraft[];
  readonly service_ids: readonly string[];
  readonly frequency: FormTemplate["frequency"];
  readonly every_months: number | string;
}

const USUAL_MONTHS = 12;

export function newField(type: FieldType): FieldDraft {
  return { id: crypto.randomUUID(), type, label: "", options: "", required: type === "signature" };
}

/** Returns the values of the form. A new template starts with one question. */
export function draftOf(template: FormTemplate | undefined): TemplateDraft {
  if (template === undefined)
    return {
      name: "",
      fields: [newField("text")],
      service_ids: [],
      frequency: "once",
      every_months: USUAL_MONTHS,
    };
  const { name, fields, service_ids, frequency, every_months } = template;
  return {
    name,
    fields: fields.map((field) => ({ ...field, options: field.options.join("\n") })),
    service_ids,
    frequency,
    every_months: every_months ?? USUAL_MONTHS,
  };
}

export function hasOptions(type: FieldType): boolean {
  return type === "choice" || type === "multi";
}

export function optionsOf({ type, options }: Pick<FieldDraft, "type" | "options">): string[] {
  if (!hasOptions(type)) return [];
  const lines = options.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

export function bodyOf({ name, fields, service_ids, frequency, every_months }: TemplateDraft) {
  return {
    name: name.trim(),
    fields: fields.map(({ id, type, label, options, required }) => ({
      id,
      type,
      label: label.trim(),
      options: optionsOf({ type, options }),
      required,
    })),
    service_ids: [...service_ids],
    frequency,
    every_months: frequency === "every_months" ? Number(every_months) : null,
  };
}

/** Returns the fields with one field moved up (-1) or down (1). */
export function moved(fields: readonly FieldDraft[], index: number, by: -1 | 1): FieldDraft[] {
  const changed = [...fields];
  const [field] = changed.splice(index, 1);
  if (field !== undefined) changed.splice(index + by, 0, field);
  return changed;
}
