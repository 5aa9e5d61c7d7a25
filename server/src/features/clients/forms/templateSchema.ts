import { type Static, Type } from "typebox";
import {
  commaList,
  DateTime,
  Id,
  input,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  words,
} from "../../../platform/http/shapes.ts";

export const FIELD_TYPES = [
  "text",
  "long_text",
  "choice",
  "multi",
  "yes_no",
  "date",
  "consent",
  "signature",
] as const;

const Kind = words(
  FIELD_TYPES,
  "`text` is one line, `multi` several of its options, `consent` a text to agree to, `signature` a drawn one",
);
const Label = { ...line(2000, "The question, or the text of a consent", 1), examples: ["Any allergies?"] };
const Options = Type.Array(line(200, undefined, 1), {
  maxItems: 100,
  description: "What can be chosen: of `choice` and `multi`, and of no other type",
  examples: [[]],
});
const Required = Type.Boolean({
  description: "Whether the form can be sent without it; a required consent must be given",
  examples: [false],
});

/** A question of a form, as it is read and kept. */
export const FormField = record("FormField", "A question of a form", {
  id: Id,
  type: Kind,
  label: Label,
  options: Options,
  required: Required,
});
export type Field = Static<typeof FormField>;

export const FormFieldInput = input("FormFieldInput", "A question of a form", {
  id: Type.Optional({ ...Id, description: "UUID; absent, the server makes one" }),
  type: Kind,
  label: Label,
  options: Type.Optional(Options),
  required: Type.Optional(Required),
});
export type FormFieldInput = Static<typeof FormFieldInput>;

const Name = { ...line(120, "What the client reads above it", 1), examples: ["Health questionnaire"] };
const ServiceIds = Type.Array(Id, {
  maxItems: 500,
  description: "The services that ask for it; empty: all of them",
});
const Frequency = words(
  ["once", "every_visit", "every_months"] as const,
  "How often a client is asked: once ever, at every visit, or when `every_months` months have gone by",
);
const EveryMonths = Type.Integer({ minimum: 1, maximum: 120 });

/** A form that a business has its clients fill in. */
export const FormTemplate = record("FormTemplate", "A form that clients are asked to fill in", {
  id: Id,
  version: Type.Integer({
    minimum: 1,
    description:
      "Goes up with a change after it was used: what was answered keeps the version it was read in",
  }),
  name: Name,
  fields: Type.Array(FormField, { description: "In the order in which they are asked" }),
  service_ids: ServiceIds,
  frequency: Frequency,
  every_months: nullable({ ...EveryMonths, description: "Null unless `frequency` is `every_months`" }),
  created_at: DateTime,
  updated_at: DateTime,
});
export type TemplateRecord = Static<typeof FormTemplate>;

const Fields = Type.Array(FormFieldInput, {
  minItems: 1,
  maxItems: 100,
  description: "In the order in which they are asked; at most one is a signature",
});
const Months = nullable({
  ...EveryMonths,
  description: "With `every_months`, which needs it, and only there",
});

export const FormTemplateInput = input("FormTemplateInput", "A new form", {
  name: Name,
  fields: Fields,
  service_ids: Type.Optional({ ...ServiceIds, examples: [[]] }),
  frequency: Type.Optional({ ...Frequency, default: "once" }),
  every_months: Type.Optional(Months),
});
export type FormTemplateInput = Static<typeof FormTemplateInput>;

export const FormTemplateChanges = input("FormTemplateChanges", "What changes in a form", {
  name: Type.Optional(Name),
  fields: Type.Optional(Fields),
  service_ids: Type.Optional(ServiceIds),
  frequency: Type.Optional(Frequency),
  every_months: Type.Optional(Months),
});
export type FormTemplateChanges = Static<typeof FormTemplateChanges>;

export const FormTemplatePage = page("FormTemplatePage", FormTemplate);
export const FormTemplateQuery = query(pageQuery());

/** Which of a client's forms are asked for. */
export const FormStatus = words(["pending", "completed"] as const, "`completed` once it was filled in");

export const ClientFormQuery = query({
  status: Type.Optional(
    commaList(FormStatus, {
      minItems: 1,
      maxItems: 2,
      description: "`completed` unless told: a form is pending from a visit's link on until it is filled in",
    }),
  ),
  ...pageQuery(),
});
