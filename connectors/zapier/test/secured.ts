import { once } from "node:events";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { certificate } from "../../../server/test/fixtures/certificate.ts";

const HOST = "receiver.example.com";

const local: LookupFunction = (_host, options, found) =>
  options.all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4);
Object.assign(globalAgent.options, { ca: certificate.cert, lookup: local });

/** Starts an https proxy at https://receiver.example.com:PORT in front of the server, because Zapier accepts only https addresses. */
export async function secured(address: string) {
  const proxy = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !["host", "connection", "content-length"].includes(name),
      ),
    ) as Record<string, string>;
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? "GET",
      headers,
      ...body,
    });
    const retryAfter = answer.headers.get("retry-after");
    response.writeHead(answer.status, {
      "content-type": "application/json",
      ...(retryAfter && { "retry-after": retryAfter }),
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `https://${HOST}:${(proxy.address() as AddressInfo).port}`,
    close: () => proxy.closeAllConnections() ?? proxy.close(),
  };
}
