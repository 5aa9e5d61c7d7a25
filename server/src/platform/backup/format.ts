import { StartupError } from "../startupError.ts";

/** The version of the archive format. Increase it for changes that older releases cannot read. */
export const FORMAT_VERSION = 1;

/** A kind of archive: a backup of an installation, or the export of one business. */
export interface ArchiveKind {
  /** The value of `format` in the header. */
  readonly format: string;
  /** The name of the kind in sentences: "backup". */
  readonly name: string;
  /** The name of the kind as the subject of a sentence: "The backup". */
  readonly subject: string;
}

export const BACKUP: ArchiveKind = { format: "daybook-backup", name: "backup", subject: "The backup" };
export const EXPORT: ArchiveKind = { format: "daybook-export", name: "export", subject: "The export" };

/**
 * The contents of an archive, written as its last entry. Entries are listed in the order of the file; tables come in foreign-key
 * order, so that a restore reads the file once from the start.
 */
export interface Manifest {
  readonly format_version: number;
  /** The release that wrote the archive. */
  readonly daybook_version: string;
  readonly made_at: string;
  readonly tz_version: string;
  /** The `server_version` of the database. */
  readonly postgres_version: string;
  /** The business of an export; absent in a backup. */
  readonly business?: { readonly id: string; readonly slug: string; readonly name: string };
  /** The names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly ManifestTable[];
  readonly entries: readonly ManifestEntry[];
  readonly blobs: {
    readonly count: number;
    /**
     * Entry names of blobs that rows reference but the storage does not contain: they were deleted during the backup, or lost.
     */
    readonly missing: readonly string[];
  };
  readonly secret: {
    readonly included: boolean;
    /**
     * A hash for recognising the secret that encrypted the data (secretCheck.ts); null in
     * an export and if the secret was unknown.
     */
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
/** The size of a piece of a table: large enough to make the tar header negligible, small enough to buffer in memory. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Returns the entry name `tables/<table>/<number>`. The entries of a table contain its rows in PostgreSQL's text COPY format, split at
 * arbitrary bytes into pieces of a few megabytes.
 */
export function tableEntry(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, "0")}`;
}

/** Returns an entry name for rows of an export as JSON lines; a piece ends at the end of a line. */
export function jsonEntry(table: string, piece: number): string {
  return `${tableEntry(table, piece)}.jsonl`;
}

/** Returns the table whose rows an entry contains; null for other entries. */
export function tableOf(entry: string): string | null {
  return /^tables\/([^/]+)\/\d+(?:\.jsonl)?$/.exec(entry)?.[1] ?? null;
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
 * Checks the header of an archive.
 *
 * @throws {StartupError} if the header belongs to another file type or an unknown version.
 */
export function checkHeader(text: string, kind: ArchiveKind): void {
  const header = parsed(text) as { format?: unknown; version?: unknown } | null;
  if (header?.format !== kind.format) throw notOfKind(kind);
  if (header.version === FORMAT_VERSION) return;
  throw new StartupError(
    `${kind.subject} has format version ${String(header.version)}; this release reads version ${FORMAT_VERSION}. Use the release that wrote ${kind.subject.toLowerCase()}, or another release that reads this version.`,
  );
}

/** Returns the error for a file that is not an archive of this kind. */
export function notOfKind({ name }: ArchiveKind): StartupError {
  return new StartupError(`The file is not a Daybook ${name}.`);
}

/** Parses the manifest; returns null if it is invalid. Checks only two fields, because gzip's checksum protects the file. */
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
