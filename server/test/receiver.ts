import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Somebody who is sent deliveries: a real server on this machine that keeps what arrives. */
export interface Receiver {
  readonly url: string;
  readonly arrivals: Arrival[];
  close(): void;
}

/** What a receiver says to a delivery. */
export interface ReceiverAnswer {
  readonly status: number;
  readonly body?: string;
}

/** Opens a receiver; `answer` says what it does with each request, 204 unless told. */
export async function openReceiver(
  answer: (arrival: Arrival) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ status: 204 }),
): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const arrival = { path: request.url ?? "", headers: request.headers, body };
    arrivals.push(arrival);
    const { status, body: text } = await answer(arrival);
    response.writeHead(status).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
