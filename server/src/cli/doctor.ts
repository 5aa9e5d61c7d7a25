import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { tzVersion } from "@daybook/engine";
import { createTransport } from "nodemailer";
import pg from "pg";
import { systemClock } from "../kernel/clock.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { describeOrphans, findOrphans, knownMigrations, type PoolerUse } from "../platform/database/index.ts";
import { hasEmbedded } from "../platform/embedded/index.ts";
import { findSecret, secretFile } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/** The result of a check: a sentence if it passed, or the problem. A thrown error counts as a problem. */
type Finding = string | { readonly wrong: string };

/**
 * `daybook doctor`: checks all dependencies of Daybook and prints one line for each check. It writes and removes a test file
 * in the photo storage and changes nothing else. No line contains a secret.
 *
 * @throws {StartupError} (exit code 1) when a check fails.
 */
export async function doctor(config: Config, session: Session): Promise<void> {
  const found = await connected(config, session);
  const client = "client" in found ? found.client : found;
  const onDatabase = (check: (client: pg.Client) => Promise<Finding>) => async () =>
    client instanceof pg.Client ? check(client) : { wrong: NO_DATABASE };
  const checks: [string, () => Promise<Finding>][] = [
    ["database", async () => (client instanceof pg.Client ? describeDatabase(client, config) : client)],
    ["replica", onDatabase((primary) => checkReplica(primary, config))],
    ["pooler", async () => ("client" in found ? describePooler(found.pooler) : { wrong: NO_DATABASE })],
    ["migrations", onDatabase(checkMigrations)],
    ["references", onDatabase(checkReferences)],
    ["tz data", onDatabase(checkTimeZones)],
    ["clock", onDatabase(checkClock)],
    ["secret", async () => checkSecret(config)],
    ["mail", () => checkMail(config)],
    ["sms", async () => checkTexts(config)],
    ["storage", () => checkStorage(config)],
    ["processes", async () => describeProcesses(config)],
    ["disk", () => checkDisk(config)],
  ];
  const wrong: string[] = [];
  for (const [name, check] of checks) {
    const finding = await check().catch((error: unknown) => ({ wrong: reasonOf(error) }));
    const isWrong = typeof finding !== "string";
    if (isWrong) wrong.push(name);
    const line = `${isWrong ? "WRONG" : "ok   "}  ${name.padEnd(10)}  ${isWrong ? finding.wrong : finding}`;
    console.log(withoutSecrets(line.replaceAll(/\s*\n\s*/g, " "), config));
  }
  if (wrong.length > 0)
    throw new StartupError(`${wrong.length} of ${checks.length} checks failed: ${wrong.join(", ")}.`);
}

const NO_DATABASE = "cannot be checked without the database";

async function connected(
  config: Config,
  session: Session,
): Promise<{ client: pg.Client; pooler: PoolerUse } | { wrong: string }> {
  try {
    if (!config.databaseUrl && !hasEmbedded(config.dataDir))
      return {
        wrong: `none in ${config.dataDir} yet: create one with daybook start, or set DATABASE_URL`,
      };
    const { connectionString, pooler } = await openConnection(config, session, "doctor");
    const client = new pg.Client({ connectionString, application_name: "daybook doctor" });
    client.on("error", () => undefined);
    await client.connect();
    session.beforeEnd(() => client.end());
    return { client, pooler };
  } catch (error) {
    return { wrong: reasonOf(error) };
  }
}

async function describeDatabase(client: pg.Client, config: Config): Promise<Finding> {
  const { rows } = await client.query<{ version: string; size: string; is_replica: boolean }>(
    `select
       current_setting('server_version') as version,
       pg_size_pretty(pg_database_size(current_database())) as size,
       pg_is_in_recovery() as is_replica`,
  );
  const { version, size, is_replica: isReplica } = rows[0] ?? {};
  if (isReplica) return { wrong: "is a read replica: Daybook requires a writable database" };
  const where = config.databaseUrl ? "in DATABASE_URL" : `embedded, in ${config.dataDir}`;
  return `PostgreSQL ${version} ${where}, ${size}`;
}

/** Checks that the replica is a standby of this database. Returns the lag of its replay in bytes. */
async function checkReplica(primary: pg.Client, { replicaUrl }: Config): Promise<Finding> {
  if (replicaUrl === undefined)
    return "no DATABASE_REPLICA_URL: reports and lists are read from the database";
  const replica = new pg.Client({
    connectionString: replicaUrl,
    application_name: "daybook doctor",
    connectionTimeoutMillis: 10_000,
  });
  replica.on("error", () => undefined);
  await replica.connect();
  try {
    const system = "(select system_identifier::text from pg_control_system()) as system";
    const position = await primary.query<{ system: string; lsn: string }>(
      `select ${system}, pg_current_wal_flush_lsn()::text as lsn`,
    );
    const { system: ours, lsn } = position.rows[0] ?? { system: "", lsn: "0/0" };
    const state = await replica.query<{ system: string; behind: string | null }>(
      `select
         ${system},
         case when pg_is_in_recovery()
           then greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()))::text
         end as behind`,
      [lsn],
    );
    const { system: theirs, behind } = state.rows[0] ?? { system: "", behind: null };
    if (behind === null) return { wrong: "DATABASE_REPLICA_URL is not a replica: it accepts writes" };
    if (theirs !== ours) return { wrong: "DATABASE_REPLICA_URL is a replica of another database" };
    return `${behind} bytes behind`;
  } finally {
    await replica.end();
  }
}

function describePooler({ isPooled, preparesNames }: PoolerUse): Finding {
  if (!isPooled) return "none: Daybook connects to PostgreSQL directly";
  return preparesNames
    ? "between Daybook and PostgreSQL, supports prepared statements; backup and restore need a direct connection"
    : "between Daybook and PostgreSQL, without prepared statements, which costs time (PgBouncer: 1.21 or newer with max_prepared_statements); backup and restore need a direct connection";
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  const run = rows[0]?.there ? await client.query<{ name: string }>("select name from migrations") : null;
  const names = new Set(run?.rows.map(({ name }) => name));
  const known = knownMigrations();
  const missing = known.filter((name) => !names.has(name));
  const unknown = [...names].filter((name) => !known.includes(name));
  if (unknown.length > 0)
    return { wrong: `a newer release has run ${unknown.sort().join(", ")}: use that release` };
  if (missing.length > 0)
    return { wrong: `${missing.length} have not run, starting with ${missing[0]}: run daybook migrate` };
  return `all ${known.length}, up to ${known.at(-1)}`;
}

/** Checks the references that are not foreign keys of the database (decision 102). */
async function checkReferences(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('appointments') is not null as there",
  );
  const orphans = rows[0]?.there ? await findOrphans(client, null) : [];
  return orphans.length > 0
    ? { wrong: `rows that they reference are missing: ${describeOrphans(orphans)}` }
    : "every referenced row exists";
}

/**
 * Checks the age of the time-zone data. Fails if an appointment was booked with newer data, for example before a downgrade of
 * Daybook.
 */
async function checkTimeZones(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('appointments') is not null as there",
  );
  const booked = rows[0]?.there
    ? await client.query<{ newest: string | null }>("select max(tz_version) as newest from appointments")
    : null;
  const newest = booked?.rows[0]?.newest ?? null;
  if (newest !== null && newest > tzVersion)
    return {
      wrong: `release ${tzVersion}, but appointments were booked with ${newest}: update Daybook`,
    };
  const ageYears = new Date(systemClock.now()).getUTCFullYear() - Number.parseInt(tzVersion, 10);
  if (ageYears > 1) return { wrong: `release ${tzVersion} is more than a year old: update Daybook` };
  return `release ${tzVersion}`;
}

/**
 * The maximum difference between the clocks of the server and the database. Leases and retries use the database's clock, and
 * bookings use the server's clock.
 */
const MAX_SKEW_MS = 2_000;

async function checkClock(client: pg.Client): Promise<Finding> {
  const askedAt = systemClock.now();
  const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
  const answeredAt = systemClock.now();
  const theirs = rows[0]?.now.getTime() ?? 0;
  // The database read its clock at some time between the request and the response.
  const skewMs = theirs < askedAt ? askedAt - theirs : Math.max(0, theirs - answeredAt);
  const seconds = (skewMs / 1000).toFixed(1);
  if (skewMs > MAX_SKEW_MS)
    return { wrong: `${seconds} s apart from the database's clock: synchronise both with NTP` };
  return `${new Date(answeredAt).toISOString()}, ${seconds} s apart from the database's`;
}

function checkSecret(config: Config): Finding {
  if (config.secret !== undefined) return "set in DAYBOOK_SECRET";
  const file = secretFile(config.dataDir);
  const secret = findSecret(config);
  if (secret === undefined)
    return config.databaseUrl
      ? { wrong: `neither in DAYBOOK_SECRET nor in ${file}: a start would create a new secret` }
      : "will be created at the first start";
  if (secret.length < 32) return { wrong: `${file} is damaged: restore it from a backup` };
  if ((statSync(file).mode & 0o077) !== 0) return { wrong: `other users can read ${file}: run chmod 600` };
  return `stored in ${file}`;
}

const MAIL_TIMEOUT_MS = 10_000;

async function checkMail({ mail, dataDir }: Config): Promise<Finding> {
  if (mail.smtpUrl === undefined) return `no SMTP_URL: e-mails are written to ${dataDir}/mail`;
  const transport = createTransport({
    url: mail.smtpUrl,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return `${new URL(mail.smtpUrl).host} accepts e-mails from ${mail.from}`;
  } catch (error) {
    return { wrong: `${new URL(mail.smtpUrl).host}: ${reasonOf(error)}` };
  } finally {
    transport.close();
  }
}

function checkTexts({ twilio }: Config): Finding {
  return twilio === undefined
    ? "no TWILIO_ACCOUNT_SID: no text messages are sent"
    : `text messages are sent by Twilio from ${twilio.from} (not tested, because each message costs money)`;
}

function describeProcesses({ processes }: Config): Finding {
  return processes === 1
    ? "one process handles requests; /metrics describes the process that responds"
    : `${processes} processes handle the requests of one port; /metrics lists the values of each with the label process`;
}

const TEST_ID = "00000000-0000-7000-8000-000000000000";

/** Writes, reads and deletes a test file with the same storage code as photos. */
async function checkStorage(config: Config): Promise<Finding> {
  if (config.s3 === undefined && !existsSync(config.dataDir))
    return `photos will be stored in ${config.dataDir}, which the first start creates`;
  const where = config.s3 === undefined ? `in ${config.dataDir}` : `in the bucket ${config.s3.bucket}`;
  const store = openBlobs(config);
  // The name is always the same, so that repeated checks leave at most one empty folder.
  const name = { businessId: TEST_ID, id: TEST_ID };
  const content = Buffer.from("A test file of daybook doctor.\n");
  await store.put(name, {
    length: content.length,
    async *chunks() {
      yield content;
    },
  });
  try {
    const found = await store.get(name);
    const parts: Uint8Array[] = [];
    for await (const part of found?.stream ?? []) parts.push(part as Uint8Array);
    if (!Buffer.concat(parts).equals(content))
      return { wrong: `${where}: the content of a test file differs after reading` };
  } finally {
    await store.delete(name);
  }
  return `photos are stored ${where}`;
}

const MIN_FREE_BYTES = 1_000_000_000;

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearest(dataDir));
  const free = bavail * bsize;
  const gigabytes = `${(free / 1e9).toFixed(1)} GB are free on the disk of ${dataDir}`;
  return free < MIN_FREE_BYTES ? { wrong: `only ${gigabytes}` } : gigabytes;
}

/** Returns the folder if it exists, otherwise its nearest existing ancestor. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}

/** Removes secrets from a line, because error messages from mail servers and proxies may contain credentials. */
function withoutSecrets(
  line: string,
  { databaseUrl, replicaUrl, mail, secret, s3, stripe, twilio }: Config,
): string {
  const passwords = [databaseUrl, replicaUrl, mail.smtpUrl].flatMap((url) => passwordsIn(url));
  const secrets = [
    ...passwords,
    secret,
    s3?.secretAccessKey,
    stripe?.secretKey,
    stripe?.webhookSecret,
    twilio?.authToken,
  ];
  return secrets.reduce<string>((text, one) => (one ? text.replaceAll(one, "…") : text), line);
}

function passwordsIn(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { password } = new URL(url);
  return password === "" ? [] : [password, decodeURIComponent(password)];
}
