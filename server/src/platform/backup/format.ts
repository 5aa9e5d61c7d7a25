import { StartupError } from "../startupError.ts";

/** Raised when an older Daybook could not read what this one writes. */
export const FORMAT_VERSION = 1;

/**
 * What a backup holds, written behind everything else. The entries stand in the order in which they were written: tables
 * come in foreign-key order, so that reading the file once from its beginning is all a restore has to do.
 */
export interface Manifest {
  readonly format_version: number;
  /** The release that wrote it. */
  readonly daybook_version: string;
  readonly made_at: string;
  readonly tz_version: string;
  /** `server_version` of the database it was taken from. */
  readonly postgres_version: string;
  /** Names, in the order they were run. */
  readonly migrations: readonly string[];
  readonly tables: readonly ManifestTable[];
  readonly entries: readonly ManifestEntry[];
  readonly blobs: {
    readonly count: number;
    /** Named by the database, and not in the storage any more: deleted while the backup was made. */
    readonly missing: readonly string[];
  };
  readonly secret: {
    readonly included: boolean;
    /** Tells whether a secret is the one that what is sealed was sealed with, and nothing else about it; null: there was none, or nobody knew. */
    readonly check: string | null;
  };
}

export interface ManifestTable {
  readonly name: string;
  /** All but the generated ones, in the order of the rows' fields. */
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface ManifestEntry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The first entry: whoever opens the file knows by it, before reading on, whether they can. */
export const HEADER_ENTRY = "daybook-backup.json";
/** The last entry. */
export const MANIFEST_ENTRY = "manifest.json";
export const SECRET_ENTRY = "secret";

/** `tables/<table>/<number>`: rows as PostgreSQL's text COPY writes them, cut anywhere into pieces of some megabytes. */
export function tableEntry(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, "0")}`;
}

/** The table that an entry is a piece of; null for others. */
export function tableOf(entry: string): string | null {
  return /^tables\/([^/]+)\/\d+$/.exec(entry)?.[1] ?? null;
}

/** `blobs/<business>/<id>`. */
export function blobEntry({ businessId, id }: { businessId: string; id: string }): string {
  return `blobs/${businessId}/${id}`;
}

/** The blob that an entry holds; null for others. */
export function blobOf(entry: string): { businessId: string; id: string } | null {
  const [, businessId, id] = /^blobs\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(entry) ?? [];
  return businessId && id ? { businessId, id } : null;
}

/**
 * Refuses a header that is not ours, or of a format that this release does not know.
 *
 * @throws {StartupError}
 */
export function checkHeader(text: string): void {
  const header = parsed(text) as { format?: unknown; version?: unknown } | null;
  if (header?.format !== "daybook-backup") throw new StartupError("It is not a backup of Daybook.");
  if (header.version === FORMAT_VERSION) return;
  throw new StartupError(
    `It was written in version ${String(header.version)} of the format; this Daybook reads version ${FORMAT_VERSION}. Use the release that wrote it, or a later one.`,
  );
}

/** The manifest, or null where the text is none. Its own bytes are vouched for by the archive's checksum. */
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
