import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const DIST = join(import.meta.dirname, "..", "dist");

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/**
 * Returns the compressed size, in bytes, of the JavaScript that a browser loads before the English calendar is usable. The pages must be
 * built.
 */
export function firstLoadBytes(): number {
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
  if (english.length !== 4) throw new Error(`The build has ${english.length} English catalogues of four.`);
  for (const name of [entry, ...english]) follow(name);
  return [...files]
    .filter((file) => file.endsWith(".js"))
    .map(compressedSize)
    .reduce((sum, size) => sum + size, 0);
}

/** Returns the size after Brotli compression, in bytes. If a file has no compressed version, counts its uncompressed size. */
function compressedSize(file: string): number {
  return (statSync(join(DIST, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(DIST, file))).size;
}
