import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KeyCaller } from "../kernel/caller.ts";
import { ApiError } from "../kernel/errors.ts";
import { keyMayCall } from "../platform/http/access.ts";
import { countRequest, type RequestLimits } from "../platform/http/limitRequests.ts";
import { isSameOrigin } from "../platform/http/origin.ts";
import type { Route } from "../platform/http/route.ts";
import { type ApiRequest, requestOf, resultOf, type ToolResult } from "./callTool.ts";
import type { McpHandler } from "./mcpServer.ts";
import { toolsOf } from "./tools.ts";

export interface McpOptions {
  readonly routes: readonly Route[];
  /** Returns the API key of a request or throws `unauthenticated`. */
  readonly authenticate: (request: FastifyRequest) => Promise<KeyCaller>;
  readonly limits: RequestLimits;
  readonly publicUrl?: string;
}

/**
 * Mounts the endpoint of the Model Context Protocol. Its tools are operations of the API: a tool call becomes a request to the
 * same route inside this process, with the caller's API key and address, so limits, idempotency, scopes and the audit log apply
 * as in HTTP (decision 62).
 */
export function mcpRoutes(
  app: FastifyInstance,
  { routes, authenticate, limits, publicUrl }: McpOptions,
): void {
  const tools = toolsOf(routes);
  const keys = new WeakMap<FastifyRequest, KeyCaller>();
  const load = loader(app);
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    onRequest: async (request, reply) => {
      const key = await authenticate(request);
      await countRequest(limits, key, reply);
      if (!isSameOrigin(request, publicUrl))
        throw new ApiError(
          "forbidden_role",
          "The Origin header must be the origin of this server. Requests from other websites are not accepted.",
          {
            required: "the site's own origin",
          },
        );
      keys.set(request, key);
    },
    handler: async (request, reply) => {
      const key = keys.get(request) as KeyCaller;
      assertOneMessage(request.body);
      const respond = await load();
      const response = await respond(webRequestOf(request), request.body, {
        tools: tools.filter(({ route }) => keyMayCall(route.access, key.scopes)),
        call: async (name, given) => {
          const tool = tools.find(({ choice }) => choice.name === name);
          return tool && callTool(app, request, requestOf(tool, key.businessId, given));
        },
      });
      return sendResponse(reply, response);
    },
  });
}

/** Returns a function that loads the MCP library at the first request, because an installation without MCP clients never needs it. */
function loader(app: FastifyInstance): () => Promise<McpHandler> {
  let handler: Promise<McpHandler> | undefined;
  return () => {
    handler ??= import("./mcpServer.ts").then(({ mcpHandler }) =>
      mcpHandler((error) => app.log.warn({ error }, "an MCP request was refused")),
    );
    return handler;
  };
}

/**
 * Rejects a batch, because one request could otherwise call thousands of tools, and a subscription, because the server sends no
 * notifications.
 */
function assertOneMessage(body: unknown): void {
  if (Array.isArray(body))
    throw new ApiError("malformed_request", "Send one message per request, not a batch.");
  if ((body as { method?: unknown } | undefined)?.method === "subscriptions/listen")
    throw new ApiError("malformed_request", "Subscriptions are not supported. Send each request with POST.");
}

/** Sends the request of a tool call to the API inside this process. */
async function callTool(
  app: FastifyInstance,
  { ip, headers }: FastifyRequest,
  asked: ApiRequest | ToolResult,
): Promise<ToolResult> {
  if ("content" in asked) return asked;
  const response = await app.inject({
    ...asked,
    remoteAddress: ip,
    headers: {
      ...asked.headers,
      authorization: String(headers.authorization),
      host: headers.host ?? "localhost",
    },
  });
  return resultOf(response.body);
}

const PROTOCOL_HEADERS = /^(accept|content-type|mcp-[\w-]+)$/;

function webRequestOf({ method, headers }: FastifyRequest): Request {
  const sent = Object.entries(headers).filter(([name]) => PROTOCOL_HEADERS.test(name));
  return new Request("http://mcp.invalid/mcp", {
    method,
    headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status).header("cache-control", "no-store");
  const type = response.headers.get("content-type");
  if (type !== null) reply.header("content-type", type);
  const allow = response.headers.get("allow");
  if (allow !== null) reply.header("allow", allow);
  return reply.send(await response.text());
}
