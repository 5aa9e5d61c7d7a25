import { once } from "node:events";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { type AnsweredFromMemory, fromMemory, type LookUp, type ReadyResponse } from "./memoryResponses.ts";

const READY: ReadyResponse = { status: 200, headers: ["content-length", "6"], body: Buffer.from("memory") };

/** Sends a request to a server whose route sends the body `route`. Returns the body of the response, and the logged cache hits. */
async function answerTo({
  find = () => Promise.resolve(READY),
  isDraining = false,
  method = "GET",
  headers = {},
  body,
}: {
  readonly find?: () => Promise<ReadyResponse | undefined> | undefined;
  readonly isDraining?: boolean;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}): Promise<{ readonly text: string; readonly logged: readonly AnsweredFromMemory[] }> {
  const logged: AnsweredFromMemory[] = [];
  const lookUp = (): LookUp | undefined => {
    const response = find();
    return response === undefined ? undefined : { route: "/page", caller: "none", response };
  };
  const listener = fromMemory(
    (_request, response) => void response.end("route"),
    { find: lookUp },
    {
      loopbackHostsOnly: true,
      isDraining: () => isDraining,
      answered: (request) => void logged.push(request),
    },
  );
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = send({ port, method, headers: { host: "localhost", ...headers } });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const text = (await answer.toArray()).join("");
  server.close();
  server.closeAllConnections();
  await once(server, "close");
  return { text, logged };
}

test("a response in memory is sent and reported", async () => {
  const { text, logged } = await answerTo({});
  expect(text).toBe("memory");
  expect(logged).toEqual([
    {
      ...{ id: expect.any(String), method: "GET", route: "/page", caller: "none" },
      ...{ status: 200, ms: expect.any(Number) },
    },
  ]);
});

test.each([
  ["without a response in memory", { find: () => undefined }],
  ["whose response is outdated", { find: () => Promise.resolve(undefined) }],
  ["whose response cannot be checked", { find: () => Promise.reject(new Error("no database")) }],
  ["with a host that is not of this machine", { headers: { host: "attacker.example" } }],
  ["with another method", { method: "POST" }],
  ["with a body", { body: "{}", headers: { "content-length": "2" } }],
  ["during a shutdown", { isDraining: true }],
])("a request %s is handled by the route", async (_, given) => {
  expect(await answerTo(given)).toEqual({ text: "route", logged: [] });
});

test("a request whose response is not found within a second is handled by the route", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const find = () => {
      setImmediate(() => vi.advanceTimersByTime(1_000));
      return new Promise<undefined>(() => {});
    };
    expect(await answerTo({ find })).toEqual({ text: "route", logged: [] });
  } finally {
    vi.useRealTimers();
  }
});
