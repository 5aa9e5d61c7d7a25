import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { makeDataFolder } from "./embedded/index.ts";
import { StartupError } from "./startupError.ts";

/**
 * The installation's secret (hex, 64 characters, unless the operator gave one): from `DAYBOOK_SECRET`,
 * or made at the first start and kept in the data folder, readable by its owner only.
 *
 * @throws {StartupError} when the kept one is too short or cannot be read or written.
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
      `The secret in ${file} cannot be kept: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  throw new StartupError(
    `The secret in ${file} is damaged: it must have at least 32 characters. Restore it, or set DAYBOOK_SECRET.`,
  );
}

/** The installation's secret, if it has one already: nothing is made. */
export function findSecret(config: Pick<Config, "secret" | "dataDir">): string | undefined {
  return config.secret ?? readKept(secretFile(config.dataDir));
}

/** The file of a generated secret. */
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
 * Written aside and linked: two processes that start together must end with one secret, and never with half of one. In
 * two containers they may have the same number, so the name of the draft is not made of it.
 */
function makeSecret(dataDir: string, file: string): string {
  makeDataFolder(dataDir);
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
