import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { DryRunParameter } from "../platform/http/dryRun.ts";
import { type JsonObject, publishedForm } from "../platform/http/publishedForm.ts";
import { type Route, takesDryRun, takesIdempotencyKey } from "../platform/http/route.ts";
import { TOOL_CHOICES, type ToolChoice } from "./toolChoices.ts";

/** A tool of the MCP endpoint, as `tools/list` returns it, and the route that it calls. */
export interface Tool {
  readonly choice: ToolChoice;
  readonly route: Route;
  readonly definition: McpTool;
}

/** The argument that becomes the header `Idempotency-Key`. */
export const KEY_ARGUMENT = "idempotency_key";
/** The argument that becomes the parameter `dry_run`. */
export const DRY_RUN_ARGUMENT = "dry_run";

/** Inputs that the tools omit, because requests with an API key may not contain them. MCP clients always use an API key. */
const OMITTED: ReadonlySet<string> = new Set(["force"]);

/** Builds the tools from the routes of the same operations. */
export function toolsOf(routes: readonly Route[]): Tool[] {
  const byOperation = new Map(routes.map((route) => [route.operationId, route]));
  return TOOL_CHOICES.map((choice) => {
    const route = byOperation.get(choice.operationId);
    if (route === undefined) throw new Error(`There is no operation ${choice.operationId}.`);
    return { choice, route, definition: definitionOf(choice, route) };
  });
}

/** Returns the names of the path parameters except `business`, which the API key determines. */
export function pathArguments({ path }: Pick<Route, "path">): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name).filter((name) => name !== "business");
}

/** Returns the schemas of the fields in the body; none for a route without a body. */
export function bodyArguments({ body }: Pick<Route, "body">): Readonly<Record<string, unknown>> {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, unknown> };
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !OMITTED.has(name)));
}

function definitionOf(choice: ToolChoice, route: Route): McpTool {
  const { summary, description } = route;
  const isReadOnly = route.method === "GET";
  return {
    name: choice.name,
    title: summary,
    description: [`${summary}.`, description].filter(Boolean).join(" "),
    inputSchema: inputOf(choice, route),
    annotations: {
      readOnlyHint: isReadOnly,
      destructiveHint: choice.isDestructive === true,
      openWorldHint: false,
    },
  };
}

/** Returns the schema of the arguments: the path, query and body parameters of the route. */
function inputOf(choice: ToolChoice, route: Route): McpTool["inputSchema"] {
  const ids = pathArguments(route).map((name) => [name, idOf(name)]);
  const limit = choice.limit === undefined ? {} : { default: choice.limit };
  const query = Object.entries(route.query?.properties ?? {}).map(([name, schema]) => [
    name,
    name === "limit" ? { ...(schema as JsonObject), ...limit } : schema,
  ]);
  const body = Object.entries(bodyArguments(route));
  const isRequired = (part: unknown, name: string) =>
    ((part as { required?: string[] } | undefined)?.required ?? []).includes(name);
  const required = [
    ...ids.map(([name]) => name),
    ...query.filter(([name]) => isRequired(route.query, String(name))).map(([name]) => name),
    ...body.filter(([name]) => isRequired(route.body, name)).map(([name]) => name),
  ];
  return plain({
    type: "object",
    properties: {
      ...Object.fromEntries([...ids, ...query, ...body]),
      ...(takesDryRun(route) ? { [DRY_RUN_ARGUMENT]: DRY_RUN } : {}),
      ...(takesIdempotencyKey(route) ? { [KEY_ARGUMENT]: IDEMPOTENCY_KEY } : {}),
    },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }) as McpTool["inputSchema"];
}

const DRY_RUN = {
  ...DryRunParameter,
  description: "If true, nothing changes; the result is that of the real call",
};

const IDEMPOTENCY_KEY = {
  type: "string",
  minLength: 1,
  maxLength: 255,
  description:
    "A unique text for this change. A repeated call with the same key within 24 hours changes nothing and gets the stored result",
};

function idOf(name: string): object {
  return { type: "string", format: "uuid", description: `The id of the ${name.replaceAll("_", " ")}` };
}

/** Returns a schema as in the published description, with inlined components. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== "object") return schema;
  const { $id, properties, ...rest } = publishedForm(schema as JsonObject, false);
  const fields = Object.entries((properties ?? {}) as JsonObject).map(([name, one]) => [name, plain(one)]);
  return {
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plain(value)])),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
  };
}
