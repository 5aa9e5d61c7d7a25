import pg from "pg";

/**
 * Opens a connection with fixed settings for the text format of `COPY`, so that the format does not depend on the server's configuration.
 * Ignores the `error` event, because a lost connection also rejects the running query.
 */
export async function openSession(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: name,
    options:
      "-c TimeZone=UTC -c DateStyle=ISO,YMD -c IntervalStyle=postgres -c bytea_output=hex -c extra_float_digits=1 -c client_encoding=UTF8 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0",
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
