import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** The shutdown of a server without resetting connections (decision 41). */
export interface Drain {
  /** Whether the server is shutting down; `/health/ready` then responds with 503. */
  readonly isDraining: boolean;
  /** Records a readiness probe and whether its response was 503. */
  probed(): void;
  /** Prepares the server; call it before the server listens. */
  watch(app: FastifyInstance): void;
  /**
   * Shuts the server down within the time limit:
   *
   * 1. From now on every response has `Connection: close`. The listener stays open until the load balancer has received a 503 response to
   *    its readiness probe and no request has arrived for a while. Without `waitsForProbe`, only until no request has arrived for a while.
   * 2. Responses are held back until as many clients wait for a response as were active at the start, or no request has arrived
   *    for a while. Clients that wait for a response open no new connections. This matters because connections that the process
   *    has not accepted are reset when the listener closes. Then the listener closes.
   * 3. Requests on open connections are completed. Connections that stay idle are closed.
   */
  end(
    app: FastifyInstance,
    options: { readonly boundMs: number; readonly waitsForProbe: boolean },
  ): Promise<void>;
}

/** Idle time after which a client is unlikely to send another request on its open connection soon. */
const IDLE_MS = 1_000;
/** Idle time of a connection without any request so far. It is longer, because clients open connections to send requests. */
const UNUSED_MS = 3_000;
/** Time without requests after which the listener may close. */
const QUIET_MS = 200;
/** The listener stays open for a load balancer for at most this share of the time limit, and for at most `LISTENING_MAX_MS`. */
const LISTENING_SHARE = 0.25;
const LISTENING_MAX_MS = 10_000;
/** The longest expected interval between two probes of a load balancer. */
const PROBE_INTERVAL_MAX_MS = 30_000;
/** Time without a new connection or request after which probably no client is opening a connection. */
const SETTLED_MS = 300;
const HELD_MAX_MS = 3_000;
const STEP_MS = 10;

export function openDrain(): Drain {
  let isDraining = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  let hasSeenDraining = false;
  let arrivedAt = Number.NEGATIVE_INFINITY;
  let openedAt = Number.NEGATIVE_INFINITY;
  let held: PromiseWithResolvers<void> | undefined;
  /** The open connections with the number of waiting requests and the start of the idle time. */
  const connections = new Map<Socket, { running: number; idleSince: number; isUsed: boolean }>();

  return {
    get isDraining() {
      return isDraining;
    },
    probed() {
      if (isDraining) hasSeenDraining = true;
      else probedAt = performance.now();
    },
    watch(app) {
      app.server.on("connection", (socket: Socket) => {
        openedAt = performance.now();
        connections.set(socket, { running: 0, idleSince: openedAt, isUsed: false });
        socket.once("close", () => connections.delete(socket));
      });
      // This listener runs before Fastify's, so that it counts every request.
      app.server.prependListener("request", (request, response) => {
        arrivedAt = performance.now();
        const line = connections.get(request.socket);
        if (line === undefined) return;
        line.running++;
        line.isUsed = true;
        response.once("close", () => {
          line.running--;
          line.idleSince = performance.now();
        });
      });
      app.addHook("onSend", (_request, reply, _payload, done) => {
        if (!isDraining) {
          done();
          return;
        }
        const close = () => {
          reply.header("connection", "close");
          done();
        };
        if (held === undefined) close();
        else void held.promise.then(close);
      });
    },
    async end(app, { boundMs, waitsForProbe }) {
      const startedAt = performance.now();
      const within = (ms: number) => performance.now() - startedAt < ms;
      isDraining = true;
      const isActive = ({ running, idleSince }: { running: number; idleSince: number }) =>
        running > 0 || startedAt - idleSince < IDLE_MS;
      const activeClients = [...connections.values()].filter(isActive).length;
      if (app.server.listening) {
        const isProbed = waitsForProbe && startedAt - probedAt < PROBE_INTERVAL_MAX_MS;
        const isQuiet = () => performance.now() - arrivedAt > QUIET_MS && (hasSeenDraining || !isProbed);
        while (!isQuiet() && within(Math.min(boundMs * LISTENING_SHARE, LISTENING_MAX_MS)))
          await pause(STEP_MS);
        await closeListener(app, activeClients);
      }
      for (;;) {
        const now = performance.now();
        for (const [socket, { running, idleSince, isUsed }] of connections)
          if (running === 0 && now - Math.max(idleSince, startedAt) > (isUsed ? IDLE_MS : UNUSED_MS))
            socket.end();
        if (connections.size === 0 || !within(boundMs)) break;
        await pause(STEP_MS);
      }
      app.server.closeAllConnections();
      await app.close();
    },
  };

  async function closeListener(app: FastifyInstance, activeClients: number): Promise<void> {
    held = Promise.withResolvers();
    const since = performance.now();
    const isSettled = () => {
      const waiting = [...connections.values()].filter(({ running }) => running > 0).length;
      return (
        waiting >= activeClients || performance.now() - Math.max(openedAt, arrivedAt, since) > SETTLED_MS
      );
    };
    while (!isSettled() && performance.now() - since < HELD_MAX_MS) await pause(STEP_MS);
    // `close` of http.Server would also close idle connections, on which requests may already be under way.
    NetServer.prototype.close.call(app.server);
    held.resolve();
    held = undefined;
  }
}
