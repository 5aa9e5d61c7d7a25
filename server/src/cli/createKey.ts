import { firstOwner } from "../features/access/accounts/index.ts";
import { createApiKey } from "../features/access/api-keys/index.ts";
import { findBusinessId } from "../features/business/businesses/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase } from "../platform/database/index.ts";
import { StartupError } from "../platform/startupError.ts";
import type { CreateKeyCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/** `daybook key create`: creates an API key on behalf of the business's owner and prints the key once. */
export async function createKey(command: CreateKeyCommand, config: Config, session: Session): Promise<void> {
  const { connectionString, pooler } = await openConnection(config, session, command.name);
  await migrate(connectionString, session.say);
  const database = openDatabase({ connectionString, pooler, poolSize: 1 });
  session.beforeEnd(database.close);
  const { key } = await database.transaction(async (tx) => {
    const businessId = await findBusinessId(tx, command.business);
    if (businessId === null)
      throw new StartupError(`There is no business with the id or slug "${command.business}".`);
    const userId = await firstOwner(tx, businessId);
    if (userId === null)
      throw new StartupError(`The business "${command.business}" has no owner, and a key requires one.`);
    const { label, scopes } = command;
    return createApiKey(tx, { businessId, userId, label, scopes, now: systemClock.now() });
  });
  console.log(key);
  session.say("Keep the key safe: it is not shown again.");
}
