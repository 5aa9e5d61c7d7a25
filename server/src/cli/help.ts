import { readFileSync } from "node:fs";
import { SCOPES } from "../kernel/scopes.ts";

/** What `daybook help` prints. */
export const helpText = `daybook: the system that salons, barbers, spas and clinics run their day on

  daybook start       everything: the database, its migrations, the demo salon when it is empty, server and worker
  daybook web         the database, its migrations and the server, without a demo and a worker
  daybook worker      deliveries, mail and the clock's work; any number of them beside a server
  daybook migrate     brings the database up to date
  daybook demo        loads the demo salon into an empty database
  daybook key create --business ID_OR_SLUG --label TEXT --scopes SCOPE,SCOPE
                      makes an API key and prints it once
  daybook business create --name TEXT --owner-email ADDRESS --country DE --currency EUR --time-zone Europe/Berlin
                      [--owner-name TEXT] [--type salon]
                      opens a business; prints a password once when its owner is new
  daybook backup FILE [--without-secret]
                      everything in one file, while the server runs
  daybook restore FILE [--with-another-secret]
                      fills an empty database with a backup
  daybook doctor      looks whether everything is as it should be, one line each
  daybook help
  daybook --version

Scopes: ${SCOPES.join(", ")}

In a clone, say "npm start" for daybook start and "npm run daybook -- …" for the rest.
Settings come from the environment: PORT, HOST, DATABASE_URL (without it, Daybook runs its own
PostgreSQL in DAYBOOK_DATA_DIR, ./data), and others that docs/operate.md lists.`;

/** What `daybook --version` prints. */
export function versionText(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return version;
}
