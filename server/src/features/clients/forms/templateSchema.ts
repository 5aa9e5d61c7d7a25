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
  "`text` is one line, `multi` any number of the options, `consent` a text to agree to, `signature` a drawn or typed signature",
);
const Label = { ...line(2000, "The question, or the text of a consent", 1), examples: ["Any allergies?"] };
const Options = Type.Array(line(200, undefined, 1), {
  maxItems: 100,
  description: "The options of a `choice` or `multi` field; empty for other types",
  examples: [[]],
});
const Required = Type.Boolean({
  description: "Whether an answer is required; a required consent must be given",
  examples: [false],
});

export const FormField = record("FormField", "A field of a form", {
  id: Id,
  type: Kind,
  label: Label,
  options: Options,
  required: Required,
});
export type Field = Static<typeof FormField>;

export const FormFieldInput = input("FormFieldInput", "A field of a form", {
  id: Type.Optional({ ...Id, description: "UUID; created by the server if absent" }),
  type: Kind,
  label: Label,
  options: Type.Optional(Options),
  required: Type.Optional(Required),
});
export type FormFieldInput = Static<typeof FormFieldInput>;

const Name = { ...line(120, "Title shown to the client", 1), examples: ["Health questionnaire"] };
const ServiceIds = Type.Array(Id, {
  maxItems: 500,
  description: "Services that require the form; empty for all services",
});
const Frequency = words(
  ["once", "every_visit", "every_months"] as const,
  "How often a client must complete the form: once, for every appointment, or every `every_months` months",
);
const EveryMonths = Type.Integer({ minimum: 1, maximum: 120 });

export const FormTemplate = record("FormTemplate", "A template of forms that clients complete", {
  id: Id,
  version: Type.Integer({
    minimum: 1,
    description: "Increases with a change after a form used it; completed forms keep their version",
  }),
  name: Name,
  fields: Type.Array(FormField, { description: "In the order shown" }),
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
  description: "In the order shown; at most one is a signature",
});
const Months = nullable({
  ...EveryMonths,
  description: "Required with the frequency `every_months`, null otherwise",
});

export const FormTemplateInput = input("FormTemplateInput", "A form template to create", {
  name: Name,
  fields: Fields,
  service_ids: Type.Optional({ ...ServiceIds, examples: [[]] }),
  frequency: Type.Optional({ ...Frequency, default: "once" }),
  every_months: Type.Optional(Months),
});
export type FormTemplateInput = Static<typeof FormTemplateInput>;

export const FormTemplateChanges = input("FormTemplateChanges", "Changes to a form template", {
  name: Type.Optional(Name),
  fields: Type.Optional(Fields),
  service_ids: Type.Optional(ServiceIds),
  frequency: Type.Optional(Frequency),
  every_months: Type.Optional(Months),
});
export type FormTemplateChanges = Static<typeof FormTemplateChanges>;

export const FormPreview = record("FormPreview", "A form as clients see it", {
  html: Type.String({ description: "HTML document" }),
});

export const FormTemplatePage = page("FormTemplatePage", FormTemplate);
export const FormTemplateQuery = query(pageQuery());

export const FormStatus = words(
  ["pending", "completed"] as const,
  "`completed` after the submission, `pending` before",
);

export const ClientFormQuery = query({
  status: Type.Optional(
    commaList(FormStatus, {
      minItems: 1,
      maxItems: 2,
      description: "Default `completed`. A form is pending from the creation of a link until its submission",
    }),
  ),
  ...pageQuery(),
});
