import { isId, NIL_ID } from "../kernel/ids.ts";
import { API_PREFIX } from "../platform/http/route.ts";
import { DRY_RUN_ARGUMENT, KEY_ARGUMENT, pathArguments, type Tool } from "./tools.ts";

export interface ApiRequest {
  readonly method: Tool["route"]["method"];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

/** The result of a tool, as the protocol defines it. */
export interface ToolResult {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the HTTP request for a tool call, or an error result if an id for the path is missing. Does not validate other
 * arguments, because the route rejects arguments that do not match its schemas.
 */
export function requestOf(tool: Tool, businessId: string, given: Arguments): ApiRequest | ToolResult {
  const { route, choice } = tool;
  const { [DRY_RUN_ARGUMENT]: dryRun, [KEY_ARGUMENT]: key, ...args } = given;
  const inPath = pathArguments(route);
  const missing = inPath.filter((name) => typeof args[name] !== "string" || args[name] === "");
  const [first] = missing;
  if (first !== undefined) {
    const messageOf = (name: string) => (args[name] == null ? "is required" : "must be a non-empty string");
    return refused({
      code: "validation_failed",
      message: `/${first} ${messageOf(first)}`,
      details: { fields: missing.map((name) => ({ path: `/${name}`, message: messageOf(name) })) },
    });
  }
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === "business" ? businessId : idIn(args[name]),
  );
  const inQuery = new Set(Object.keys(route.query?.properties ?? {}));
  // Unknown arguments are sent in the query or body, so that the route reports their names.
  const isForQuery = (name: string) => inQuery.has(name) || route.body === undefined;
  const others = Object.entries(args).filter(([name]) => !inPath.includes(name));
  const query = new URLSearchParams();
  if (choice.limit !== undefined) query.set("limit", String(choice.limit));
  for (const [name, value] of others.filter(([name]) => isForQuery(name)))
    if (value !== null && value !== undefined) query.set(name, textOf(value));
  if (dryRun !== undefined) query.set(DRY_RUN_ARGUMENT, textOf(dryRun));
  const body = Object.fromEntries(others.filter(([name]) => !isForQuery(name)));
  const search = query.size === 0 ? "" : `?${query}`;
  return {
    method: route.method,
    url: `${API_PREFIX}${path}${search}`,
    headers: {
      accept: "application/json",
      ...(route.body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": textOf(key) }),
    },
    ...(route.body === undefined ? {} : { payload: JSON.stringify(body) }),
  };
}

/** Returns the result of a tool for a response of the API. An error has `code`, `message` and `details`, as in HTTP. */
export function resultOf(response: string): ToolResult {
  const { success, data, ...error } = JSON.parse(response) as { success: boolean; data?: never };
  return success ? { content: textContent(data), structuredContent: data ?? {} } : refused(error);
}

/**
 * Returns a value for a path if it is a UUID. Otherwise returns an id that no record has, so that the API responds as to an
 * unknown id and `..` cannot change the path.
 */
function idIn(value: unknown): string {
  return isId(String(value)) ? String(value) : NIL_ID;
}

function refused(error: Record<string, unknown>): ToolResult {
  return { content: textContent(error), structuredContent: error, isError: true };
}

function textContent(value: unknown): ToolResult["content"] {
  return [{ type: "text", text: JSON.stringify(value) }];
}

/** Converts a value to a query parameter. Lists are comma-separated. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
