import type { FastifyInstance } from "fastify";
import { buildApp } from "../../src/app.ts";
import { settableClock } from "../../src/kernel/clock.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import { NO_EXAMPLES } from "../../src/platform/http/recordedExamples.ts";
import type { Mail } from "../../src/platform/mail/index.ts";

/**
 * When everything is recorded: a Monday in May, ten past nine in Berlin. It lies behind the machine's clock by months and
 * more with every day, so that an instant which the machine's clock gave can be told from one of this clock's.
 */
export const RECORDED_AT = Date.UTC(2026, 4, 4, 7, 10);

/** Sessions outlive the server they were opened on, as on any installation that keeps its secret. */
const SECRET = "examples are recorded with this and nothing else";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request, as it goes over the wire. */
export interface Sent {
  readonly method: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, unless it is text or bytes already. */
  readonly payload?: unknown;
}

export interface Received {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  readonly body: any;
  /** `name=value` of the cookies it sets. */
  readonly cookie: string;
}

/** A server over a database, whose mails are kept. */
export interface Stage {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly letters: readonly Mail[];
  send(sent: Sent): Promise<Received>;
  close(): Promise<void>;
}

export async function openStage(
  connectionString: string,
  limits: { rateLimitPerMinute?: number } = {},
): Promise<Stage> {
  let asked = 0;
  const letters: Mail[] = [];
  const database = openDatabase({ connectionString });
  const app = await buildApp({
    database,
    clock: settableClock(RECORDED_AT),
    secret: SECRET,
    publicUrl: SITE,
    mailer: { send: async (mail) => void letters.push(mail), close: () => {} },
    examples: NO_EXAMPLES,
    ...limits,
  });
  return {
    app,
    database,
    letters,
    send: async ({ method, url, headers, payload }) => {
      const answer = await app.inject({
        method,
        url,
        // Sign-ins are counted by address.
        remoteAddress: `203.0.113.${(++asked % 250) + 1}`,
        headers: { "user-agent": "Mozilla/5.0 (Macintosh) Safari/605.1.15", ...headers },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const isJson = String(answer.headers["content-type"]).startsWith("application/json");
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : answer.body,
        cookie: answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; "),
      };
    },
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
/** Where the installation of the examples is reached. */
export const SITE = "https://book.haarwerk.example";

/** What a browser adds to what it sends from our own pages. */
export function fromBrowser(cookie: string): Record<string, string> {
  return { ...(cookie === "" ? {} : { cookie }), origin: SITE };
}
