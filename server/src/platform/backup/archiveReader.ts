import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { StartupError } from "../startupError.ts";
import {
  checkHeader,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  type ManifestEntry,
  readManifest,
  SECRET_ENTRY,
} from "./format.ts";

/** One entry as it is read: its bytes must be taken before the next one comes. */
export interface ArchiveEntry {
  readonly name: string;
  readonly length: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/** What a backup says of itself, and the installation's secret if it holds it. */
export interface CheckedArchive {
  readonly manifest: Manifest;
  readonly secret: string | null;
}

/**
 * Reads the whole file and answers its manifest if every byte of every entry is as it was written.
 *
 * @throws {StartupError} saying that it is not a backup, cut short, damaged, or of a format this release does not know.
 */
export async function checkArchive(file: string): Promise<CheckedArchive> {
  const found: ManifestEntry[] = [];
  let manifest: Manifest | null = null;
  let secret: string | null = null;
  await readArchive(file, async ({ name, chunks }) => {
    if (manifest !== null) throw damaged("something stands behind its end");
    const hash = createHash("sha256");
    const isText = [HEADER_ENTRY, MANIFEST_ENTRY, SECRET_ENTRY].includes(name);
    let bytes = 0;
    const parts: Buffer[] = [];
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      if (isText) parts.push(chunk);
    }
    const text = Buffer.concat(parts).toString();
    if (found.length === 0 && name !== HEADER_ENTRY) throw new StartupError("It is not a backup of Daybook.");
    if (name === HEADER_ENTRY) checkHeader(text);
    if (name === SECRET_ENTRY) secret = text;
    if (name !== MANIFEST_ENTRY) return void found.push({ name, bytes, sha256: hash.digest("hex") });
    manifest = readManifest(text);
    if (manifest === null) throw damaged("its list of contents cannot be read");
  });
  if (manifest === null) throw damaged("it ends too early");
  compare(manifest, found);
  return { manifest, secret };
}

/**
 * Reads the file once more, giving each entry to `take` in its order. The file may have changed since it was checked, so the
 * hashes are compared again: what is taken of a changed file must be given up when this throws.
 */
export async function readChecked(
  file: string,
  manifest: Manifest,
  take: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  let place = 0;
  await readArchive(file, async ({ name, length, chunks }) => {
    if (name === MANIFEST_ENTRY) return;
    const expected = manifest.entries[place++];
    const hash = createHash("sha256");
    await take({ name, length, chunks: hashed(chunks, hash) });
    if (expected?.name !== name || expected.sha256 !== hash.digest("hex"))
      throw new StartupError("The backup was changed while it was read.");
  });
  if (place !== manifest.entries.length) throw new StartupError("The backup was changed while it was read.");
}

async function readArchive(file: string, take: (entry: ArchiveEntry) => Promise<void>): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  // Its failure also ends the loop below, which tells it.
  reading.catch(() => {});
  // What goes wrong where the bytes go to is no fault of the file, whatever its words.
  let ofTaker: unknown;
  try {
    for await (const entry of tar) {
      const chunks = toldOf(entry as unknown as AsyncIterable<Buffer>);
      await take({ name: entry.header.name, length: entry.header.size, chunks }).catch((error: unknown) => {
        ofTaker = error;
        throw error;
      });
      entry.resume();
    }
    await reading;
  } catch (error) {
    tar.destroy();
    await reading.catch(() => {});
    throw error === ofTaker ? error : told(error);
  }
}

/** The bytes of an entry; if they break off, that is told as the file's fault, wherever they go to. */
async function* toldOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw told(error);
  }
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** What zlib and tar say of a file that is none of theirs, or no longer whole. */
function told(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR")
    return new StartupError(`It cannot be read: ${message}.`);
  if (code === "Z_DATA_ERROR" && /incorrect header check|unknown compression/.test(message))
    return new StartupError("It is not a backup of Daybook.");
  if (code?.startsWith("Z_") || /tar|Unexpected end of data|Premature close|Writable stream/i.test(message))
    return damaged(
      code === "Z_BUF_ERROR" ? "it ends too early" : "its bytes are not those that were written",
    );
  return error;
}

function compare(manifest: Manifest, found: readonly ManifestEntry[]): void {
  if (manifest.entries.length !== found.length) throw damaged("entries are missing");
  const wrong = manifest.entries.find(({ name, bytes, sha256 }, place) => {
    const entry = found[place];
    return entry?.name !== name || entry.bytes !== bytes || entry.sha256 !== sha256;
  });
  if (wrong) throw damaged(`${wrong.name} is not as it was written`);
}

function damaged(how: string): StartupError {
  return new StartupError(`The backup is damaged: ${how}.`);
}
