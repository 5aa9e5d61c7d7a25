import { Agent, request } from "node:http";

/** A response, with the times of the request and the response in milliseconds since the epoch. */
export interface Reply {
  readonly status: number;
  readonly body: ReplyBody;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The fields of response bodies that the race tests read. */
export interface ReplyBody {
  readonly success: boolean;
  readonly code?: string;
  readonly data?: {
    readonly id?: string;
    readonly version?: number;
    readonly starts_at?: string;
    readonly items?: readonly { readonly id: string; readonly staff_id: string }[];
  };
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Sends requests on its own keep-alive connection. Paths are relative to the business. */
export type Client = (method: Method, path: string, body?: unknown) => Promise<Reply>;

export interface ClientBatch {
  readonly clients: readonly Client[];
  close(): void;
}

/** Opens `size` clients and distributes them evenly over the servers. */
export function openClients(
  size: number,
  addresses: readonly string[],
  caller: { readonly businessId: string; readonly key: string },
): ClientBatch {
  const agents = Array.from({ length: size }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const clients = agents.map((agent, index): Client => {
    const address = addresses[index % addresses.length];
    const base = `${address}/api/v1/businesses/${caller.businessId}`;
    return (method, path, body) => untilServed(() => ask(agent, method, base + path, caller.key, body));
  });
  return { clients, close: () => agents.forEach((agent) => void agent.destroy()) };
}

/**
 * Processes a list with all clients concurrently. Each client takes the next entry when it has finished the previous entry.
 * Returns the results in the order of the list.
 */
export async function workThrough<T, R>(
  clients: readonly Client[],
  list: readonly T[],
  work: (client: Client, one: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (next < list.length) {
        const index = next++;
        done[index] = await work(client, list[index] as T);
      }
    }),
  );
  return done;
}

const SERVED_WITHIN_MS = 60_000;

/**
 * Repeats a request while the response is 503: on a busy machine, a request may wait longer for a connection or lock than the
 * server allows. A request with a 503 response has changed nothing. The times in the reply are those of the last attempt.
 */
async function untilServed(send: () => Promise<Reply>): Promise<Reply> {
  const deadline = performance.now() + SERVED_WITHIN_MS;
  for (;;) {
    const reply = await send();
    if (reply.status !== 503 || performance.now() > deadline) return reply;
  }
}

function ask(agent: Agent, method: Method, url: string, key: string, body: unknown): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const sentAt = preciseNow();
  const asking = request(url, {
    agent,
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(payload === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
    },
  });
  asking.on("error", reject);
  asking.on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      const answered = JSON.parse(Buffer.concat(chunks).toString()) as ReplyBody;
      resolve({ status: response.statusCode ?? 0, body: answered, sentAt, answeredAt: preciseNow() });
    });
  });
  asking.end(payload);
  return promise;
}

function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
