import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { StartupError } from "../startupError.ts";
import { countContents } from "./archiveContents.ts";
import {
  type ArchiveKind,
  BACKUP,
  checkHeader,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  type ManifestEntry,
  notOfKind,
  readManifest,
  SECRET_ENTRY,
} from "./format.ts";

/** An entry of an archive that is being read. Its chunks must be consumed before the next entry is read. */
export interface ArchiveEntry {
  readonly name: string;
  readonly length: number;
  readonly chunks: AsyncIterable<Buffer>;
}

/** The manifest of an archive, and the installation's secret if the archive contains it. */
export interface CheckedArchive {
  /** The manifest with the row counts of the file's contents. `miscounted` lists the tables whose stated counts differ. */
  readonly manifest: Manifest;
  readonly secret: string | null;
  /**
   * Names of tables for which the manifest states no rows although the file contains some. Earlier releases wrote such backups (decision
   * 42).
   */
  readonly miscounted: readonly string[];
}

/**
 * Reads the whole file, verifies the hashes of all entries, counts rows and photos, and returns the manifest.
 *
 * @throws {StartupError} for a file that is not an archive of this kind, is truncated or damaged, or has an unknown format.
 */
export async function checkArchive(file: string, kind: ArchiveKind = BACKUP): Promise<CheckedArchive> {
  const damaged = (how: string) => damagedFile(kind, how);
  const found: ManifestEntry[] = [];
  const contents = countContents();
  let manifest: Manifest | null = null;
  let secret: string | null = null;
  await readArchive(file, kind, async ({ name, chunks }) => {
    if (manifest !== null) throw damaged("it contains data after its end");
    const hash = createHash("sha256");
    const isText = [HEADER_ENTRY, MANIFEST_ENTRY, SECRET_ENTRY].includes(name);
    let bytes = 0;
    const parts: Buffer[] = [];
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      if (isText) parts.push(chunk);
      else contents.read(name, chunk);
    }
    const text = Buffer.concat(parts).toString();
    if (found.length === 0 && name !== HEADER_ENTRY) throw notOfKind(kind);
    if (name === HEADER_ENTRY) checkHeader(text, kind);
    if (name === SECRET_ENTRY) secret = text;
    if (name !== MANIFEST_ENTRY) return void found.push({ name, bytes, sha256: hash.digest("hex") });
    manifest = readManifest(text);
    if (manifest === null) throw damaged("its manifest cannot be read");
  });
  if (manifest === null) throw damaged("it is truncated");
  compare(kind, manifest, found);
  const { tables, miscounted, problem } = contents.compare(manifest);
  if (problem !== null) throw damaged(problem);
  return { manifest: { ...(manifest as Manifest), tables }, secret, miscounted };
}

/**
 * Reads the file again and passes each entry except the manifest to `take`, in order.
 * Compares the hashes again, because the file may have changed since it was checked. If
 * this function throws, the caller must discard all entries that `take` has received.
 */
export async function readChecked(
  file: string,
  manifest: Manifest,
  take: (entry: ArchiveEntry) => Promise<void>,
  kind: ArchiveKind = BACKUP,
): Promise<void> {
  const changed = () => new StartupError(`${kind.subject} was changed while it was being read.`);
  let index = 0;
  await readArchive(file, kind, async ({ name, length, chunks }) => {
    if (name === MANIFEST_ENTRY) return;
    const expected = manifest.entries[index++];
    const hash = createHash("sha256");
    await take({ name, length, chunks: hashed(chunks, hash) });
    if (expected?.name !== name || expected.sha256 !== hash.digest("hex")) throw changed();
  });
  if (index !== manifest.entries.length) throw changed();
}

async function readArchive(
  file: string,
  kind: ArchiveKind,
  take: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  // The loop below throws the same error.
  reading.catch(() => {});
  // Errors of `take` (database, storage) are rethrown unchanged, because they do not mean that the file is damaged.
  let takeError: unknown;
  try {
    for await (const entry of tar) {
      const chunks = withFileErrors(kind, entry as unknown as AsyncIterable<Buffer>);
      await take({ name: entry.header.name, length: entry.header.size, chunks }).catch((error: unknown) => {
        takeError = error;
        throw error;
      });
      entry.resume();
    }
    await reading;
  } catch (error) {
    tar.destroy();
    await reading.catch(() => {});
    throw error === takeError ? error : asFileError(kind, error);
  }
}

/** Yields the chunks of an entry. Converts errors that occur while the chunks are read to errors that describe the file. */
async function* withFileErrors(kind: ArchiveKind, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    throw asFileError(kind, error);
  }
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Converts errors of zlib and tar to errors that say that the file is of another kind or is damaged. */
function asFileError(kind: ArchiveKind, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR")
    return new StartupError(`The file cannot be read: ${message}.`);
  if (code === "Z_DATA_ERROR" && /incorrect header check|unknown compression/.test(message))
    return notOfKind(kind);
  if (code?.startsWith("Z_") || /tar|Unexpected end of data|Premature close|Writable stream/i.test(message))
    return damagedFile(kind, code === "Z_BUF_ERROR" ? "it is truncated" : "its gzip or tar data is invalid");
  return error;
}

function compare(kind: ArchiveKind, manifest: Manifest, found: readonly ManifestEntry[]): void {
  if (manifest.entries.length !== found.length) throw damagedFile(kind, "entries are missing");
  const wrong = manifest.entries.find(({ name, bytes, sha256 }, index) => {
    const entry = found[index];
    return entry?.name !== name || entry.bytes !== bytes || entry.sha256 !== sha256;
  });
  if (wrong) throw damagedFile(kind, `the checksum of ${wrong.name} does not match`);
}

function damagedFile({ subject }: ArchiveKind, how: string): StartupError {
  return new StartupError(`${subject} is damaged: ${how}.`);
}
