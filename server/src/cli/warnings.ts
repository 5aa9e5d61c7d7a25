import type { Config } from "../platform/config.ts";
import { findSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";

/**
 * A worker with a generated secret could not decrypt what the server has encrypted, and every delivery would fail: with
 * `DATABASE_URL` a worker requires the server's secret.
 *
 * @throws {StartupError} (exit code 2) without it.
 */
export function requireSharedSecret(config: Config): void {
  if (config.databaseUrl === undefined || findSecret(config) !== undefined) return;
  throw new StartupError(
    `daybook worker needs the secret of the server: set DAYBOOK_SECRET to the same value for both, or DAYBOOK_DATA_DIR to the folder in which the server keeps it (there is none in ${config.dataDir}).`,
    2,
  );
}

/** Settings for development that a public server must not have (contract §7, "Delivery"). */
export function warnAboutWebhookTargets({ webhooks }: Config, say: (line: string) => void): void {
  const allowed = [
    ...(webhooks.allowPrivate ? ["private addresses (DAYBOOK_WEBHOOK_ALLOW_PRIVATE)"] : []),
    ...(webhooks.allowHttp ? ["addresses without https (DAYBOOK_WEBHOOK_ALLOW_HTTP)"] : []),
  ];
  if (allowed.length > 0) say(`Webhooks may go to ${allowed.join(" and ")}.`);
}
