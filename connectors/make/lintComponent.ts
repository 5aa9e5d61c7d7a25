import type { AppFiles } from "./app.ts";
import { MODULE_TYPES, PARAMETER_TYPES, ROOTS } from "./format.ts";
import { parseTemplate, pathsIn } from "./iml.ts";

/** The fields of a component of `makecomapp.json` that the lint reads. */
export interface Component {
  readonly label?: string;
  readonly moduleType?: string;
  readonly webhook?: string;
  readonly connection?: string;
  readonly codeFiles: Readonly<Record<string, string>>;
}
interface Parameter {
  readonly name?: string;
  readonly type?: string;
  readonly label?: string;
  readonly options?: unknown;
  readonly rpc?: { readonly url: string; readonly parameters: readonly Parameter[] };
  readonly spec?: Parameter | readonly Parameter[];
}
export type Components = Readonly<Record<string, Readonly<Record<string, Component>>>>;

/** Returns the errors of a component: its name, parameters, requests and references to other components. */
export function componentProblems(
  files: AppFiles,
  components: Components,
  kind: string,
  name: string,
  component: Component,
): string[] {
  const problems: string[] = [];
  const say = (text: string) => problems.push(`${kind} ${name}: ${text}`);
  if (!/^[a-zA-Z][0-9a-zA-Z]+$/.test(name)) say("the name may contain letters and digits only.");
  if (!component.label) say("the label is missing.");
  if (kind === "module") moduleProblems(files, component, say);
  const { webhook, connection } = component;
  if (webhook !== undefined && components.webhook?.[webhook] === undefined) say(`no webhook ${webhook}.`);
  if (connection !== undefined && components.connection?.[connection] === undefined)
    say(`no connection ${connection}.`);
  const of = (code: string) => files[component.codeFiles[code] ?? ""];
  const parameters = ["params", "staticParams", "mappableParams"].flatMap(
    (code) => (of(code) ?? []) as readonly Parameter[],
  );
  parameterProblems(parameters, components, say);
  for (const code of ["communication", "attach", "detach"]) requestProblems(of(code), kind, parameters, say);
  if (kind === "webhook") webhookProblems(of("attach"), of("detach"), say);
  return problems;
}

type Say = (text: string) => void;

function moduleProblems(files: AppFiles, component: Component, say: Say): void {
  const type = component.moduleType ?? "";
  if (!MODULE_TYPES.includes(type)) say(`${type} is not a type of module.`);
  if ((type === "instant_trigger") !== (component.webhook !== undefined))
    say("only a trigger has a webhook.");
  const { communication, interface: fields, samples } = component.codeFiles;
  if (fields === undefined || samples === undefined) say("the interface or the sample is missing.");
  else unknownSamples(files[fields], files[samples], say);
  const { response } = (files[communication ?? ""] ?? {}) as { response?: Record<string, unknown> };
  if (type === "search" && (!response?.iterate || !response.limit)) say("a search iterates and has a limit.");
}

function unknownSamples(fields: unknown, sample: unknown, say: Say): void {
  const names = (fields as readonly Parameter[]).map(({ name }) => name);
  for (const key of Object.keys(sample as object))
    if (!names.includes(key)) say(`the interface has no ${key}, which is in the sample.`);
}

function parameterProblems(parameters: readonly Parameter[], components: Components, say: Say): void {
  for (const { name, type, label, options, rpc, spec } of parameters) {
    if (!name || !label) say(`the parameter ${name} has no label.`);
    if (!PARAMETER_TYPES.includes(type ?? "")) say(`${type} is not a type of parameter.`);
    const source = rpc?.url ?? (typeof options === "string" ? options : undefined);
    const rpcName = source?.replace("rpc://", "") ?? "";
    if (source !== undefined && components.rpc?.[rpcName] === undefined) say(`there is no ${source}.`);
    parameterProblems(
      [...(rpc?.parameters ?? []), ...(spec ? [spec].flat() : [])].filter((one) => one.name),
      components,
      say,
    );
  }
}

/** Finds expressions that the interpreter does not support, and requests to addresses other than the connection's. */
function requestProblems(content: unknown, kind: string, parameters: readonly Parameter[], say: Say): void {
  const names = parameters.map(({ name }) => name);
  for (const text of textsIn(content)) {
    try {
      for (const [root = "", name] of pathsIn(parseTemplate(text))) {
        if (!ROOTS.includes(root)) say(`${text} reads ${root}, which is not known.`);
        if (root === "parameters" && !names.includes(name))
          say(`${text} reads a parameter that does not exist.`);
      }
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }
  const { url } = (content ?? {}) as { url?: string };
  if (url === undefined) return;
  const isBelow = kind === "connection" ? url.startsWith("{{parameters.address}}/") : /^\/(?!\/)/.test(url);
  if (!isBelow) say(`${url} is not below the address of the connection.`);
  const path = parameters.find((parameter) => url === `/{{parameters.${parameter.name}}}`);
  if (path !== undefined && !refusesOtherServers(path)) say("the path accepts addresses of other servers.");
}

const OTHER_SERVERS = [
  "https://evil.example",
  "//evil.example",
  "/clients",
  "a/../../me",
  "\\\\evil.example",
];

function refusesOtherServers(
  path: Parameter & { readonly validate?: { readonly pattern?: string } },
): boolean {
  const pattern = path.validate?.pattern;
  return pattern !== undefined && OTHER_SERVERS.every((address) => !new RegExp(pattern).test(address));
}

function webhookProblems(attach: unknown, detach: unknown, say: Say): void {
  const stored = (attach as { response?: { data?: { externalHookId?: string } } })?.response?.data;
  if (!stored?.externalHookId) say("attach stores no externalHookId.");
  const { method, url } = (detach ?? {}) as { method?: string; url?: string };
  if (method !== "DELETE" || !url?.includes("{{webhook.externalHookId}}"))
    say("detach does not delete the webhook.");
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
