import type { Config } from "../platform/config.ts";
import { findSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";

/**
 * A worker that made a secret of its own could not open what the server has sealed with its own one: every delivery
 * would fail. On a database that others use it must be given theirs.
 *
 * @throws {StartupError} (exit code 2) saying so.
 */
export function requireSharedSecret(config: Config): void {
  if (config.databaseUrl === undefined || findSecret(config) !== undefined) return;
  throw new StartupError(
    `daybook worker needs the secret of the server beside it: set DAYBOOK_SECRET to the same value for both, or DAYBOOK_DATA_DIR to the folder in which the server keeps it (there is none in ${config.dataDir}).`,
    2,
  );
}

/** What somebody's first minutes need and a server on the internet must not have (contract §7, "Delivery"). */
export function warnAboutWebhookTargets({ webhooks }: Config, say: (line: string) => void): void {
  const allowed = [
    ...(webhooks.allowPrivate ? ["private addresses (DAYBOOK_WEBHOOK_ALLOW_PRIVATE)"] : []),
    ...(webhooks.allowHttp ? ["addresses without https (DAYBOOK_WEBHOOK_ALLOW_HTTP)"] : []),
  ];
  if (allowed.length > 0) say(`Webhooks may go to ${allowed.join(" and ")}.`);
}
