import pg from "pg";

/**
 * One connection that reads and writes values the same way on every server: what `COPY` writes as text depends on these.
 * A lost connection fails the query that was under way, and needs no listener of its own.
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
