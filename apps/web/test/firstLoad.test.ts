import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "./testSalon.ts";

const DIST = join(import.meta.dirname, "..", "dist");
const LIMIT_BYTES = 250_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

beforeAll(ensureBuilt);

test("a usable calendar loads at most 250 kB of compressed JavaScript", () => {
  const manifest = JSON.parse(readFileSync(join(DIST, ".vite", "manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const files = new Set<string>();
  const follow = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no ${name}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) follow(imported);
  };
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry === true) ?? "";
  const english = Object.keys(manifest).filter((name) =>
    /areas\/(shell|errors|signIn|calendar)\/en\.ts$/.test(name),
  );
  expect(english).toHaveLength(4);
  for (const name of [entry, "src/features/scheduling/calendar/CalendarPage.tsx", ...english]) follow(name);
  const sizes = [...files].filter((file) => file.endsWith(".js")).map((file) => compressedSize(file));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES);
});

/** Sizes after Brotli; files too small to be compressed count uncompressed. */
function compressedSize(file: string): number {
  return (statSync(join(DIST, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(DIST, file))).size;
}
