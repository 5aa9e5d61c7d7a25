import pg from "pg";

/** Settings that fix the text format of `COPY`, so that it does not depend on the server's configuration. */
export const TEXT_SETTINGS = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO,YMD'",
  "IntervalStyle = 'postgres'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
  "statement_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
] as const;

/**
 * The format in which `COPY` passes one column of JSON unchanged: neither its delimiter nor its quote occurs in JSON, which escapes
 * control characters. The text format would double the backslashes.
 */
export const LINES_FORMAT = String.raw`(format csv, delimiter e'\x02', quote e'\x01')`;

/**
 * Opens a connection with fixed settings for the text format of `COPY`. Ignores the `error` event, because a lost connection also
 * rejects the running query.
 */
export async function openSession(connectionString: string, name: string): Promise<pg.Client> {
  const settings = TEXT_SETTINGS.map((setting) => `-c ${setting.replaceAll(/[' ]/g, "")}`);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: name,
    options: [...settings, "-c client_encoding=UTF8"].join(" "),
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
