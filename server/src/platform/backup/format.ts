import { StartupError } from "../startupError.ts";

/** To be raised for changes that older releases cannot read. */
export const FORMAT_VERSION = 1;

/**
 * The contents of a backup, written as its last entry. Entries are listed in the order of the file; tables come in foreign-key
 * order, so that a restore reads the file once from the start.
 */
export interface Manifest {
  readonly format_version: number;
  /** The release that wrote the backup. */
  readonly daybook_version: string;
  readonly made_at: string;
  readonly tz_version: string;
  /** `server_version` of the database. */
  readonly postgres_version: string;
  /** The names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly ManifestTable[];
  readonly entries: readonly ManifestEntry[];
  readonly blobs: {
    readonly count: number;
    /** Named in the database but not found in the storage: deleted during the backup. */
    readonly missing: readonly string[];
  };
  readonly secret: {
    readonly included: boolean;
    /** A hash to recognise the secret that encrypted data needs (secretCheck.ts); null if the secret was unknown. */
    readonly check: string | null;
  };
}

export interface ManifestTable {
  readonly name: string;
  /** All but generated columns, in the order of the fields of a row. */
  readonly columns: readonly string[];
  readonly rows: number;
}

export interface ManifestEntry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The first entry: it has the version of the format. */
export const HEADER_ENTRY = "daybook-backup.json";
/** The last entry. */
export const MANIFEST_ENTRY = "manifest.json";
export const SECRET_ENTRY = "secret";

/** `tables/<table>/<number>`: rows in PostgreSQL's text COPY format, split at any byte into pieces of a few megabytes. */
export function tableEntry(table: string, piece: number): string {
  return `tables/${table}/${String(piece).padStart(6, "0")}`;
}

/** The table of an entry; null for other entries. */
export function tableOf(entry: string): string | null {
  return /^tables\/([^/]+)\/\d+$/.exec(entry)?.[1] ?? null;
}

/** `blobs/<business>/<id>`. */
export function blobEntry({ businessId, id }: { businessId: string; id: string }): string {
  return `blobs/${businessId}/${id}`;
}

/** The blob of an entry; null for other entries. */
export function blobOf(entry: string): { businessId: string; id: string } | null {
  const [, businessId, id] = /^blobs\/([0-9a-f-]{36})\/([0-9a-f-]{36})$/.exec(entry) ?? [];
  return businessId && id ? { businessId, id } : null;
}

/**
 * @throws {StartupError} for a header of another file type or of an unknown version.
 */
export function checkHeader(text: string): void {
  const header = parsed(text) as { format?: unknown; version?: unknown } | null;
  if (header?.format !== "daybook-backup") throw new StartupError("It is not a backup of Daybook.");
  if (header.version === FORMAT_VERSION) return;
  throw new StartupError(
    `The backup has format version ${String(header.version)}; this release reads version ${FORMAT_VERSION}. Use the release that wrote it, or a later one.`,
  );
}

/** Parses the manifest; null if it is invalid. The checksum of gzip covers its bytes. */
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
