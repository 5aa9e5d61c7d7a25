import { type Config, isLoopback, metricsAccess } from "../platform/config.ts";
import { findSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";

/**
 * Checks that a worker with `DATABASE_URL` has a configured secret. With a newly generated secret, the worker could not decrypt
 * the data that the server has encrypted, and every delivery would fail.
 *
 * @throws {StartupError} (exit code 2) if the worker has no secret.
 */
export function requireSharedSecret(config: Config): void {
  if (config.databaseUrl === undefined || findSecret(config) !== undefined) return;
  throw new StartupError(
    `daybook worker needs the secret of the server, but ${config.dataDir} contains no secret. Set DAYBOOK_SECRET to the same value as for the server, or DAYBOOK_DATA_DIR to the folder in which the server stores the secret.`,
    2,
  );
}

/** Warns about development settings that a public server must not have (contract §7, "Delivery"). */
export function warnAboutWebhookTargets({ webhooks }: Config, say: (line: string) => void): void {
  const allowed = [
    ...(webhooks.allowPrivate ? ["private addresses (DAYBOOK_WEBHOOK_ALLOW_PRIVATE)"] : []),
    ...(webhooks.allowHttp ? ["addresses without https (DAYBOOK_WEBHOOK_ALLOW_HTTP)"] : []),
  ];
  if (allowed.length > 0) say(`Webhooks can be sent to ${allowed.join(" and ")}.`);
}

/**
 * Warns about a server that other machines can reach: if no public URL is set for its links, or if its traffic is not encrypted.
 * Also warns if `/metrics` returns 401 because no token is set.
 */
export function warnAboutExposure(config: Config, say: (line: string) => void): void {
  const { host, publicUrl, trustProxy, metricsToken } = config;
  const isForeign = !isLoopback(host);
  if (isForeign && publicUrl === undefined)
    say(
      `HOST is ${host} and DAYBOOK_PUBLIC_URL is not set: links in e-mails contain the address that this server listens on, and session cookies are not Secure.`,
    );
  if (isForeign && (trustProxy === false || publicUrl?.startsWith("https:") !== true))
    say(
      `HOST is ${host}: Daybook speaks plain http, so passwords and API keys can be read in transit. Put a proxy with https in front of it and set DAYBOOK_PUBLIC_URL and DAYBOOK_TRUST_PROXY (docs/operate.md).`,
    );
  if (metricsToken === undefined && !metricsAccess(config).isOpen)
    say("/metrics returns 401 until DAYBOOK_METRICS_TOKEN is set.");
}
