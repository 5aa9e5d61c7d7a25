import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** The requests to send, read from standard input. */
export interface Calls {
  readonly port: number;
  readonly path: string;
  readonly key: string;
  /** The number of connections. Each connection sends one request. */
  readonly callers: number;
}

export interface TimedResponse {
  readonly status: number;
  /** The milliseconds from opening the connection to the end of the response. */
  readonly ms: number;
}

/**
 * Sends all requests at once and writes their `TimedResponse`s to standard output. Runs in a separate process, because many
 * callers in the server's process would delay the measured timers. Uses sockets, because an HTTP client takes more CPU time
 * than the server.
 */
const { port, path, key, callers } = JSON.parse(await text(process.stdin)) as Calls;
const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;

function call(): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let response = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(request));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      response += chunk;
    });
    socket.on("error", reject);
    socket.on("end", () => {
      const status = Number(response.slice(9, 12));
      if (status === 503 && !/\r\nretry-after: \d/i.test(response))
        reject(new Error(`a 503 without Retry-After:\n${response}`));
      resolve({ status, ms: performance.now() - startedAt });
    });
  });
}

process.stdout.write(JSON.stringify(await Promise.all(Array.from({ length: callers }, call))));
