import type { AppFiles } from "./app.ts";
import { evaluate, parseTemplate } from "./iml.ts";

type Values = Readonly<Record<string, unknown>>;

/** An error as Make shows it to the user. */
export class MakeError extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

interface Request {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Values;
  readonly qs?: Values;
  readonly body?: unknown;
  readonly type?: string;
  readonly followRedirects?: boolean;
  readonly log?: { readonly sanitize: readonly string[] };
  readonly pagination?: { readonly qs: Values; readonly condition: string };
  readonly response?: Response;
}

interface Response {
  readonly error?: Readonly<Record<string, unknown>>;
  readonly valid?: { readonly condition: string; readonly message: string };
  readonly iterate?: string;
  readonly output?: unknown;
  readonly limit?: string;
  readonly data?: Values;
  readonly metadata?: { readonly value: string };
}

type Metadata = Readonly<Record<string, Readonly<Record<string, Component>>>>;
interface Component {
  readonly webhook?: string;
  readonly codeFiles: Readonly<Record<string, string>>;
}

/** Sends a request of the interpreter. Tests pass a function that sends the request to the test server. */
export type Send = (url: string, options: RequestInit) => Promise<globalThis.Response>;

/** A connection as Make stores it: its parameters, the values of `data`, and its label. */
export interface Connection {
  readonly values: Values;
  readonly label: string;
}

/**
 * Runs the components of the Make app in tests as Make does. Supports only the directives and the IML subset that the app
 * uses. The lint rejects all other directives and expressions. Rejects requests to addresses other than the connection's.
 */
export class MakeInterpreter {
  readonly #files: AppFiles;
  readonly #components: Metadata;
  readonly #send: Send;
  /** The log as Make shows it, with sanitized values hidden. */
  readonly log: string[] = [];

  constructor(files: AppFiles, send: Send) {
    this.#files = files;
    this.#components = (files["makecomapp.json"] as { components: Metadata }).components;
    this.#send = send;
  }

  /** Tests the parameters of a connection. Returns the connection that Make stores. */
  async connect(parameters: Values): Promise<Connection> {
    const request = this.#file("connection", "daybook", "communication") as Request;
    const { scope } = await this.#exchange(request, { parameters }, String(parameters.address));
    const data = (fill(request.response?.data ?? {}, scope) ?? {}) as Values;
    const label = fill(request.response?.metadata?.value ?? "", scope);
    return { values: { ...parameters, ...data }, label: String(label) };
  }

  run(name: string, connection: Connection, parameters: Values = {}): Promise<unknown[]> {
    return this.#runAll(this.#file("module", name, "communication") as Request, connection, parameters);
  }

  /** Loads the options of a dropdown, or the results of a search. */
  choices(name: string, connection: Connection, parameters: Values = {}): Promise<unknown[]> {
    return this.#runAll(this.#file("rpc", name, "communication") as Request, connection, parameters);
  }

  /** Registers the webhook of a trigger. Returns the values that Make stores for the webhook. */
  async attach(trigger: string, connection: Connection, url: string, parameters: Values): Promise<Values> {
    const request = this.#file("webhook", this.#webhookOf(trigger), "attach") as Request;
    const webhook = { url };
    const scope = await this.#call(request, { parameters, webhook }, connection);
    return { ...webhook, ...(fill(request.response?.data ?? {}, scope) as Values) };
  }

  async detach(trigger: string, connection: Connection, webhook: Values): Promise<void> {
    const request = this.#file("webhook", this.#webhookOf(trigger), "detach") as Request;
    await this.#call(request, { webhook }, connection);
  }

  /** Returns the bundle that a trigger creates from a received body. */
  receive(trigger: string, body: unknown): unknown {
    const { output } = this.#file("webhook", this.#webhookOf(trigger), "communication") as { output: string };
    return fill(output, { body });
  }

  #webhookOf(trigger: string): string {
    return this.#components.module?.[trigger]?.webhook ?? "";
  }

  #file(kind: string, name: string, code: string): unknown {
    const path = this.#components[kind]?.[name]?.codeFiles[code];
    const content = path === undefined ? undefined : this.#files[path];
    if (content === undefined) throw new Error(`The ${kind} ${name} has no ${code}.`);
    return content;
  }

  async #runAll(request: Request, connection: Connection, parameters: Values): Promise<unknown[]> {
    const { iterate, output = "{{body}}", limit } = request.response ?? {};
    const bundles: unknown[] = [];
    let page: Request | undefined = request;
    while (page !== undefined) {
      const scope: Values = await this.#call(page, { parameters }, connection);
      const items = iterate === undefined ? [undefined] : (fill(iterate, scope) as unknown[]);
      bundles.push(...items.map((item) => fill(output, { ...scope, item })));
      const max = limit === undefined ? undefined : Number(fill(limit, scope));
      if (max !== undefined && bundles.length >= max) return bundles.slice(0, max);
      page = nextPage(request, scope);
    }
    return bundles;
  }

  async #call(request: Request, values: Values, connection: Connection): Promise<Values> {
    const base = this.#files["general/base.iml.json"] as Request & { baseUrl: string };
    const scope = { ...values, connection: connection.values };
    const merged = {
      ...base,
      ...request,
      headers: { ...base.headers, ...request.headers },
      response: { ...base.response, ...request.response },
    };
    const { baseUrl, ...complete } = merged;
    const address = String(fill(baseUrl, scope));
    if (!request.url.startsWith("/")) throw new Error(`${request.url} is not below the base.`);
    const found = await this.#exchange({ ...complete, url: `${baseUrl}${request.url}` }, scope, address);
    return found.scope;
  }

  async #exchange(request: Request, values: Values, address: string): Promise<{ scope: Values }> {
    const url = new URL(String(fill(request.url, values)));
    if (!url.href.startsWith(`${address.replace(/\/$/, "")}/`))
      throw new MakeError(
        "InvalidConfigurationError",
        `${url.href} is not at the address of the connection.`,
      );
    const query = fill(request.qs ?? {}, values) as Values;
    for (const [name, value] of Object.entries(query))
      url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
    const body = request.body === undefined ? undefined : fill(request.body, values);
    const isText = request.type === "text";
    const headers = new Headers(fill(request.headers ?? {}, values) as Record<string, string>);
    if (body !== undefined && !isText) headers.set("content-type", "application/json");
    this.#record(request, url, headers);
    const answer = await this.#send(url.href, {
      method: String(fill(request.method ?? "GET", values)),
      headers,
      redirect: request.followRedirects === false ? "manual" : "follow",
      ...(body !== undefined && { body: isText ? String(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const scope = { ...values, statusCode: answer.status, body: parsed(text) };
    if (!answer.ok) throw errorOf(request.response?.error ?? {}, scope);
    const { valid } = request.response ?? {};
    if (valid && !fill(valid.condition, scope)) throw new MakeError("RuntimeError", valid.message);
    return { scope };
  }

  #record(request: Request, url: URL, headers: Headers): void {
    const hidden = new Set(request.log?.sanitize.map((path) => path.replace("request.headers.", "")));
    const shown = [...headers].map(([name, value]) => `${name}: ${hidden.has(name) ? "***" : value}`);
    this.log.push(`${url.href}\n${shown.join("\n")}`);
  }
}

function nextPage(request: Request, scope: Values): Request | undefined {
  const { pagination } = request;
  if (pagination === undefined || !fill(pagination.condition, scope)) return undefined;
  return { ...request, qs: { ...request.qs, ...(fill(pagination.qs, scope) as Values) } };
}

function errorOf(error: Readonly<Record<string, unknown>>, scope: Values): MakeError {
  const own = (error[String(scope.statusCode)] ?? error) as { type: string; message: string };
  return new MakeError(own.type, String(fill(own.message, scope)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Evaluates all templates in a value. Omits object members whose value is undefined or null. */
function fill(value: unknown, scope: Values): unknown {
  if (typeof value === "string") return evaluate(parseTemplate(value), scope);
  if (Array.isArray(value)) return value.map((item) => fill(item, scope));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, item]) => {
    const filled = fill(item, scope);
    return name === "{{...}}" ? Object.entries(filled as Values) : [[name, filled] as const];
  });
  return Object.fromEntries(members.filter(([, item]) => item !== undefined && item !== null));
}
