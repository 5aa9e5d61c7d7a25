import { fieldProblems, type OutputField, timeProblems } from "./lintResults.ts";

interface InputField {
  readonly key: string;
  readonly label?: string;
  readonly helpText?: string;
  readonly dynamic?: string;
  readonly search?: string;
  readonly type?: string;
  readonly list?: boolean;
  readonly dict?: boolean;
  readonly children?: readonly InputField[];
}
/** The fields of a trigger, search or action that the lint reads. */
export interface Step {
  readonly key: string;
  readonly display: { readonly label: string; readonly description: string; readonly hidden?: boolean };
  readonly operation: {
    readonly type?: string;
    readonly performSubscribe?: unknown;
    readonly performUnsubscribe?: unknown;
    readonly performList?: unknown;
    readonly inputFields?: readonly InputField[];
    readonly outputFields?: readonly unknown[];
    readonly sample?: Readonly<Record<string, unknown>>;
    readonly cleanInputData?: boolean;
  };
}
type Steps = Readonly<Record<string, Step>>;

/** The parts of the app that the lint reads. */
export interface ZapierApp {
  readonly flags?: { readonly cleanInputData?: boolean };
  readonly authentication: { readonly connectionLabel?: string; readonly fields: readonly InputField[] };
  readonly triggers: Steps;
  readonly creates: Steps;
  readonly searches: Steps;
  readonly searchOrCreates: Readonly<Record<string, { readonly search: string; readonly create: string }>>;
}

/**
 * Runs the checks that Zapier's validator skips without an account and that Zapier otherwise runs only after an upload. Returns
 * one message per error, with the number of Zapier's check.
 */
export function lint(app: ZapierApp): string[] {
  const problems = [...appProblems(app)];
  for (const [kind, steps] of Object.entries({
    trigger: app.triggers,
    search: app.searches,
    create: app.creates,
  })) {
    for (const step of Object.values(steps))
      for (const problem of stepProblems(app, kind, step)) problems.push(`${kind} ${step.key}: ${problem}`);
  }
  return problems;
}

function appProblems(app: ZapierApp): string[] {
  const problems: string[] = [];
  const { connectionLabel = "", fields } = app.authentication;
  if (!connectionLabel.includes("{{")) problems.push("D003: the connection has no label of its own.");
  if (SENSITIVE.test(connectionLabel)) problems.push("D003: the connection's label contains a credential.");
  for (const { key, search, create } of Object.entries(app.searchOrCreates).map(([key, one]) => ({
    key,
    ...one,
  })))
    if (!app.searches[search] || !app.creates[create])
      problems.push(`D015: ${key} names a step that does not exist.`);
  const visible = [app.triggers, app.searches, app.creates].flatMap((steps) => Object.values(steps));
  const only = visible.length === 1 ? visible[0] : undefined;
  if (only && isStaticHook(only)) problems.push("D016: the app is only a static webhook.");
  const inputs = visible.flatMap(({ operation }) => operation.inputFields ?? []);
  const texts = [
    ...[...fields, ...inputs].flatMap(({ helpText = "", children = [] }) => [
      helpText,
      ...children.map((child) => child.helpText ?? ""),
    ]),
    ...visible.map(({ display }) => display.description),
  ];
  for (const text of texts) {
    if (/\b(javascript|data|vbscript|file):/i.test(text))
      problems.push(`D025: ${text} is a dangerous address.`);
    if (hasBareLink(text)) problems.push(`D008: ${text} has a link that is not Markdown.`);
  }
  return problems;
}

/** Whether a text contains a URL outside backticks and Markdown links, or an incomplete Markdown link. */
function hasBareLink(text: string): boolean {
  const rest = text.replace(/`[^`]*`/g, "").replace(/\[[^\]]+\]\([^)]+\)/g, "");
  return /https?:\/\//.test(rest) || /\[[^\]]*\(/.test(rest);
}

const isStaticHook = ({ operation }: Step): boolean =>
  operation.type === "hook" && (!operation.performSubscribe || !operation.performUnsubscribe);

function stepProblems(app: ZapierApp, kind: string, step: Step): string[] {
  const { operation, display } = step;
  const problems: string[] = [];
  const inputs = (operation.inputFields ?? []).flatMap((field) => [field, ...(field.children ?? [])]);
  for (const field of inputs) problems.push(...inputProblems(app, field));
  if (operation.type === "hook" && !operation.performList)
    problems.push("D006: the hook has no performList.");
  if (kind === "search" && inputs.length === 0) problems.push("D009: the search has no input.");
  if (operation.cleanInputData ?? app.flags?.cleanInputData ?? true)
    problems.push("D028: Zapier removes empty values from the input.");
  if (isStaticHook(step)) problems.push("D017: the hook has no subscription.");
  if (!isTitleCase(display.label)) problems.push(`D018: ${display.label} is not in title case.`);
  if (kind === "trigger" && !/^Triggers when .*\.$/.test(display.description))
    problems.push("D021: the description must be “Triggers when ….”");
  return [...problems, ...sampleProblems(kind, operation)];
}

function inputProblems(app: ZapierApp, field: InputField): string[] {
  const { key, label, helpText, dynamic, search } = field;
  const problems: string[] = [];
  if (SENSITIVE.test(key)) problems.push(`D001: ${key} belongs to the connection.`);
  if (/(^|_)id(s)?$/.test(key) && !dynamic) problems.push(`D004: ${key} has no dropdown.`);
  if (dynamic && !app.triggers[dynamic.split(".")[0] ?? ""]) problems.push(`D005: there is no ${dynamic}.`);
  if (label && helpText && plain(label) === plain(helpText))
    problems.push(`D011: the help of ${key} is its label.`);
  if (search && !app.searches[search.split(".")[0] ?? ""]) problems.push(`D013: there is no ${search}.`);
  if (search && !isSearchable(field))
    problems.push(`D014: ${key} has a search that its type does not allow.`);
  return problems;
}

const SENSITIVE = /api_?key|password|token|secret/i;
/** Whether a search step can fill in the field: it has a dropdown, and its value is one text or number. */
const isSearchable = ({ type = "string", list, dict, children, dynamic }: InputField): boolean =>
  ["string", "number", "integer"].includes(type) && !list && !dict && !children && dynamic !== undefined;

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const SMALL_WORDS = new Set(["a", "an", "and", "by", "for", "of", "or", "the", "to"]);
const isTitleCase = (label: string): boolean =>
  label.split(/[\s-]/).every((word) => SMALL_WORDS.has(word) || /^[A-Z0-9]/.test(word));

function sampleProblems(kind: string, { type, sample, outputFields = [] }: Step["operation"]): string[] {
  if (!sample || Object.keys(sample).length === 0) return ["D012: there is no sample."];
  const fields = outputFields.filter((field): field is OutputField => typeof field === "object");
  const primary = fields.filter((field) => field.primary).map(({ key }) => key);
  const missing = (primary.length > 0 ? primary : ["id"]).filter((key) => sample[key] === undefined);
  return [
    ...(kind === "trigger" && type === "polling" ? missing : []).map(
      (key) => `D010: the sample has no ${key}.`,
    ),
    ...timeProblems(sample, "D023"),
    ...fieldProblems(sample, fields, "D024"),
  ];
}
