import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { ToolResult } from "./callTool.ts";
import type { Tool } from "./tools.ts";

/** The caller of one request to the endpoint. */
export interface McpCaller {
  /** The tools that the scopes of the caller's API key allow. */
  readonly tools: readonly Tool[];
  readonly call: (name: string, given: Record<string, unknown>) => Promise<ToolResult | undefined>;
}

const SERVER = { name: "daybook", title: "Daybook", version: "1.0.0" };

const INSTRUCTIONS =
  "Books, moves and cancels appointments of one business. Ids come from the list tools. Use find_availability before you book, " +
  "for a few days at a time, and send its starts_at, service_id and staff_id unchanged. Date-times have a UTC offset. Every tool " +
  "that changes data accepts dry_run. An error has a code, a message and details; time_conflict lists alternative start times.";

/** Handles one message. `body` is the parsed body of the request. */
export type McpHandler = (request: Request, body: unknown, caller: McpCaller) => Promise<Response>;

/**
 * Returns a handler of MCP over HTTP without sessions: each request gets its own server, which lists and calls the tools of the
 * caller. Clients may use the protocol revision 2026-07-28 or older revisions, which begin with `initialize`.
 */
export function mcpHandler(onerror: (error: Error) => void): McpHandler {
  const { fetch } = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.caller as McpCaller), {
    legacy: "stateless",
    onerror,
  });
  return (request, parsedBody, caller) =>
    // The caller is already authenticated. The type of the handler requires a token and a client id, which the handler does not use.
    fetch(request, { parsedBody, authInfo: { token: "", clientId: "", scopes: [], extra: { caller } } });
}

function serverFor({ tools, call }: McpCaller): Server {
  const server = new Server(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", async () => ({
    tools: tools.map(({ definition }) => definition),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const result = await call(params.name, params.arguments ?? {});
    if (result === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return { ...result };
  });
  return server;
}
