import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { type LoadedDemo, loadDemo } from "../demo/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { SCOPES } from "../kernel/scopes.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase } from "../platform/database/index.ts";
import { addressOf } from "../platform/http/address.ts";
import { failureLog } from "../platform/http/failureLog.ts";
import { openMailer } from "../platform/mail/index.ts";
import { keepSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";
import { openConnection } from "./connection.ts";
import { listen } from "./listen.ts";
import type { Session } from "./session.ts";

/**
 * `daybook start` and `daybook web`: brings the database up to date, lets `start` fill an empty one with
 * the demo salon, and serves until the process is asked to stop. Then no request is accepted any more,
 * those under way are answered (ten seconds at most), and what was opened is closed.
 */
export async function serve(name: "start" | "web", config: Config, session: Session): Promise<void> {
  if (config.role === "worker") {
    throw new StartupError(
      `DAYBOOK_ROLE is worker, but daybook ${name} is to serve requests. Set it to all or web.`,
      2,
    );
  }
  const secret = keepSecret(config);
  const { connectionString, lost } = await openConnection(config, session, name);
  await migrate(connectionString, session.say);
  const database = openDatabase({ connectionString, log: (message) => session.say(message) });
  session.beforeEnd(database.close);
  const demo =
    name === "start" ? await loadDemo({ database, clock: systemClock, log: session.say }) : undefined;
  const { trustProxy, rateLimitPerMinute } = config;
  const mailer = openMailer({ ...config.mail, dataDir: config.dataDir, log: session.say });
  session.beforeEnd(async () => mailer.close());
  const app = await buildApp({
    database,
    clock: systemClock,
    secret,
    mailer,
    logger: failureLog(process.stderr),
    log: (message, error) => session.say(`${message}: ${error instanceof Error ? error.message : error}`),
    trustProxy,
    rateLimitPerMinute,
    ...(config.publicUrl === undefined ? {} : { publicUrl: config.publicUrl }),
  });
  session.beforeEnd(() => closeWithin(app, longestGoodbyeMs));
  const address = config.publicUrl ?? addressOf(await listen(app, config));
  console.log(greeting(address, demo));
  // Only the loss of the database ends a server by itself; everything else is asked of the session.
  await lost;
}

/** How long requests under way may take once we were asked to stop. */
const longestGoodbyeMs = 10_000;

async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close();
  clearTimeout(impatience);
}

function greeting(address: string, demo: LoadedDemo | undefined): string {
  const lines = [`Daybook is ready at ${address}`, ""];
  if (demo) {
    lines.push(
      "A demo salon was loaded. Its key and its owner's login, shown this once:",
      `  ${demo.key}`,
      `  ${demo.login.email}  ${demo.login.password}`,
      "",
      "Try it:",
      `  curl -H "Authorization: Bearer ${demo.key}" ${address}/api/v1/businesses/${demo.businessId}/services`,
    );
  } else {
    lines.push(
      "To make a key (ID_OR_SLUG is your business, demo-salon if you keep the demo):",
      `  npm run daybook -- key create --business ID_OR_SLUG --label "My key" --scopes ${SCOPES.join(",")}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
