import { createUser, userIdByEmail } from "../features/access/accounts/index.ts";
import {
  isSignUpAddress,
  randomPassword,
  SIGN_UP_ADDRESS_RULE,
  setInitialPassword,
} from "../features/access/sessions/index.ts";
import { BusinessInput, businessProblems, createBusiness } from "../features/business/businesses/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { ApiError, type FieldProblem, refuseIf } from "../kernel/errors.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase, type Transaction } from "../platform/database/index.ts";
import { checkOf } from "../platform/http/validation.ts";
import { StartupError } from "../platform/startupError.ts";
import type { CreateBusinessCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/**
 * `daybook business create`: creates a business. A new owner gets a random password, which is printed only once; an existing
 * user's password does not change.
 */
export async function createFirstBusiness(
  command: CreateBusinessCommand,
  config: Config,
  session: Session,
): Promise<void> {
  try {
    // Before the database is opened, which a command with invalid options must not migrate.
    refuseIf(problemsOf(command));
    const { connectionString, pooler } = await openConnection(config, session, command.name);
    await migrate(connectionString, session.say);
    const database = openDatabase({ connectionString, pooler, poolSize: 1 });
    session.beforeEnd(database.close);
    const { slug, id, password } = await database.transaction((tx) => open(tx, command));
    console.log(`Created the business "${slug}": ${id}`);
    console.log(
      `Its owner signs in as ${command.ownerEmail.toLowerCase()}${password ? `  ${password}` : ""}`,
    );
    if (password !== null) session.say("Keep the password safe: it is not shown again.");
  } catch (error) {
    throw error instanceof ApiError ? new StartupError(sentenceOf(error), 2) : error;
  }
}

async function open(tx: Transaction, { business, ownerEmail, ownerName }: CreateBusinessCommand) {
  const now = systemClock.now();
  const known = await userIdByEmail(tx, ownerEmail);
  const [firstName = ownerName, ...rest] = ownerName.split(/\s+/);
  const lastName = rest.length === 0 ? null : rest.join(" ");
  const userId = known ?? (await createUser(tx, { email: ownerEmail, firstName, lastName, now })).id;
  const password = known === null ? randomPassword() : null;
  if (password !== null) await setInitialPassword(tx, userId, password, now);
  const { id, slug } = await createBusiness(tx, userId, business as BusinessInput, now);
  return { id, slug, password };
}

function problemsOf({ business, ownerEmail }: CreateBusinessCommand): FieldProblem[] {
  const email = isSignUpAddress(ownerEmail) ? [] : [{ path: "/owner-email", message: SIGN_UP_ADDRESS_RULE }];
  const problems = [...email, ...checkOf(BusinessInput)(business)];
  return problems.length > 0 ? problems : businessProblems(business as BusinessInput);
}

/** Formats the problems as in the API's error messages, but with option names instead of paths. */
function sentenceOf({ details, message }: ApiError): string {
  const fields = (details?.fields ?? []) as FieldProblem[];
  if (fields.length === 0) return message;
  return fields
    .map(({ path, message: what }) => `--${path.slice(1).replaceAll("_", "-")} ${what}.`)
    .join("\n");
}
