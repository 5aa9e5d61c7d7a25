import { StartupError } from "../startupError.ts";

/** The version of the backup format. Increase it for changes that older releases cannot read. */
export const FORMAT_VERSION = 1;

/**
 * The contents of a backup, written as its last entry. Entries are in file order. Tables are in foreign-key order, so that a restore
 * reads the file once from the start.
 */
export interface Manifest {
  readonly format_version: number;
  /** The release that wrote the backup. */
  readonly daybook_version: string;
  readonly made_at: string;
  readonly tz_version: string;
  /** The `server_version` of the database. */
  readonly postgres_version: string;
  /** The names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly ManifestTable[];
  readonly entries: readonly ManifestEntry[];
  readonly blobs: {
    readonly count: number;
    /** Names of blobs that rows reference but the storage no longer has, because they were deleted during the backup. */
    readonly missing: readonly string[];
  };
  readonly secret: {
    readonly included: boolean;
    /** A hash for recognising the secret with which data was encrypted (secretCheck.ts); null if the secret was unknown. */
    readonly check: string | null;
  };
}

export interface ManifestTable {
  readonly name: string;
  /** All columns except generated ones, in the order of a row's fields. */
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface ManifestEntry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The name of the first entry, which contains the format version. */
export const HEADER_ENTRY = "daybook-backup.json";
/** The name of the last entry, which contains the manifest. */
export const MANIFEST_ENTRY = "manifest.json";
export const SECRET_ENTRY = "secret";

/**
 * Returns the entry name `tables/<table>/<number>`. The entries of a table contain its rows in PostgreSQL's text COPY format, split at
 * arbitrary bytes into pieces of a few megabytes.
 */
export function tableEntry(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, "0")}`;
}

/** Returns the table of an entry; null for entries without rows. */
export function tableOf(entry: string): string | null {
  return /^tables\/([^/]+)\/\d+$/.exec(entry)?.[1] ?? null;
}

/** Returns the entry name of a blob: `blobs/<business>/<id>`. */
export function blobEntry({ businessId, id }: { businessId: string; id: string }): string {
  return `blobs/${businessId}/${id}`;
}

/** Returns the blob of an entry; null for other entries. */
export function blobOf(entry: string): { businessId: string; id: string } | null {
  const [, businessId, id] = /^blobs\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(entry) ?? [];
  return businessId && id ? { businessId, id } : null;
}

/**
 * Checks the header of a backup file.
 *
 * @throws {StartupError} if the header belongs to another file type or an unknown version.
 */
export function checkHeader(text: string): void {
  const header = parsed(text) as { format?: unknown; version?: unknown } | null;
  if (header?.format !== "daybook-backup") throw new StartupError("The file is not a backup of Daybook.");
  if (header.version === FORMAT_VERSION) return;
  throw new StartupError(
    `The backup has format version ${String(header.version)}; this release reads version ${FORMAT_VERSION}. Use the release that wrote the backup, or a later one.`,
  );
}

/** Parses the manifest; returns null if it is invalid. Gzip's checksum protects its bytes. */
export function readManifest(text: string): Manifest | null {
  const manifest = parsed(text) as Manifest | null;
  return manifest?.format_version === FORMAT_VERSION && Array.isArray(manifest.entries) ? manifest : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
