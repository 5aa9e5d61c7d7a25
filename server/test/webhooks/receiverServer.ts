import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripeEvent } from "../fixtures/stripeSignatures.ts";

/** A delivery whose signature an independent library has verified. */
export interface ReceivedDelivery {
  /** The name of the receiver in its subscription. */
  readonly name: string;
  readonly eventId: string;
  readonly body: string;
  readonly attempt: string;
}

/** A request whose response the test delays. */
export interface Held {
  readonly arrived: Promise<ReceivedDelivery>;
  /** Sends the response, if the client is still connected. */
  release(): void;
}

/** A server that records deliveries and verifies their signatures with an independent library. */
export interface ReceiverServer {
  urlOf(name: string): string;
  /** Sets the secret with which the receiver's deliveries must be signed. */
  setSecret(name: string, secret: string): void;
  /** Verified deliveries, in the order of their arrival. */
  readonly deliveries: readonly ReceivedDelivery[];
  /** Errors of deliveries whose verification failed. */
  readonly refused: readonly string[];
  /** Holds the response to the `nth` request from now. The server responds to all other requests immediately. */
  holdNext(nth?: number): Held;
  close(): void;
}

export async function openReceiverServer(): Promise<ReceiverServer> {
  const secrets = new Map<string, string>();
  const deliveries: ReceivedDelivery[] = [];
  const refused: string[] = [];
  let toHold: { nth: number; arrived(one: ReceivedDelivery): void; released: Promise<void> } | undefined;

  /** Verifies a delivery. Throws if its signature is invalid. */
  function verified(name: string, body: string, headers: NodeJS.Dict<string | string[]>): ReceivedDelivery {
    const now = Math.floor((performance.timeOrigin + performance.now()) / 1000);
    const secret = secrets.get(name) ?? "";
    const event = stripeEvent(body, String(headers["service-signature"]), secret, now) as { id: string };
    const eventId = String(headers["service-event-id"]);
    if (event.id !== eventId) throw new Error(`its header calls event ${event.id} ${eventId}`);
    return { name, eventId, body, attempt: String(headers["service-attempt"]) };
  }

  const server = createServer(async (request, response) => {
    let body = "";
    // Ignores errors, because a test may kill the worker at any time.
    response.on("error", () => {});
    try {
      for await (const part of request.setEncoding("utf8")) body += part;
    } catch {
      return;
    }
    const name = (request.url ?? "").slice(1);
    let delivery: ReceivedDelivery;
    try {
      delivery = verified(name, body, request.headers);
    } catch (error) {
      refused.push(`${name}: ${error}`);
      return void response.writeHead(400).end();
    }
    deliveries.push(delivery);
    const held = toHold;
    if (held !== undefined && --held.nth === 0) {
      toHold = undefined;
      held.arrived(delivery);
      await held.released;
    }
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    setSecret: (name, secret) => void secrets.set(name, secret),
    deliveries,
    refused,
    holdNext(nth = 1) {
      const arrived = Promise.withResolvers<ReceivedDelivery>();
      const released = Promise.withResolvers<void>();
      toHold = { nth, arrived: arrived.resolve, released: released.promise };
      return { arrived: arrived.promise, release: released.resolve };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
