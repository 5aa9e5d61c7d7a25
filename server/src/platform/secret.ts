import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { createDataFolder } from "./embedded/index.ts";
import { StartupError } from "./startupError.ts";

/**
 * Returns the installation's secret: from `DAYBOOK_SECRET`, or generated at the first start and stored in the data folder, readable only
 * by its owner. A generated secret has 64 hexadecimal characters.
 *
 * @throws {StartupError} when the stored secret is too short or cannot be read or written.
 */
export function loadOrCreateSecret(config: Pick<Config, "secret" | "dataDir">): string {
  if (config.secret) return config.secret;
  const file = secretFile(config.dataDir);
  try {
    const kept = readKept(file) ?? makeSecret(config.dataDir, file);
    if (kept.length >= 32) return kept;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The secret in ${file} cannot be read or stored: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  throw new StartupError(
    `The secret in ${file} is damaged: it must have at least 32 characters. Restore it, or set DAYBOOK_SECRET.`,
  );
}

/** Returns the installation's secret; undefined if none exists. Does not generate a secret. */
export function findSecret(config: Pick<Config, "secret" | "dataDir">): string | undefined {
  return config.secret ?? readKept(secretFile(config.dataDir));
}

/** Returns the path of the file with the generated secret. */
export function secretFile(dataDir: string): string {
  return join(dataDir, "secret");
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Generates the secret. It is written under a temporary name and linked, so that two processes that start together read the same complete
 * secret. The temporary name does not contain the process id, because processes in two containers may have the same id.
 */
function makeSecret(dataDir: string, file: string): string {
  createDataFolder(dataDir);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}
