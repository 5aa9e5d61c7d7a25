import { column, type Database, statement } from "../src/platform/database/index.ts";
import { type EventConsumer, openRelay } from "../src/platform/outbox/relay.ts";

const unsettled = statement(
  "test_settle_unsettled",
  { found: column.flag },
  "select exists (select from events where sequence is null) as found",
);

/**
 * Gives every event that was committed its number. One round may not find all of them: a transaction that is open
 * anywhere on the server, another test's for instance, holds up those that were written after it began.
 */
export async function settle(database: Database, consumers: readonly EventConsumer[] = []): Promise<void> {
  const log = (_message: string, error: unknown) => {
    throw error;
  };
  const relay = openRelay({ database, consumers, log, runsByItself: false });
  while ((await database.query(unsettled, []))[0]?.found === true) await relay.round();
  await relay.close();
}
