import { blobOf, type Manifest, type ManifestTable, tableOf } from "./format.ts";

/** Counts the rows and photos of an archive while it is read. */
export interface ContentCounter {
  read(entry: string, chunk: Buffer): void;
  /** Compares the counts with the manifest. The caller has already compared the manifest's list of entries with the file. */
  compare(manifest: Manifest): ContentCounts;
}

export interface ContentCounts {
  /** The tables of the manifest, with the number of rows counted in the file. */
  readonly tables: readonly ManifestTable[];
  /**
   * Names of the tables whose row count in the manifest differs from the file. If `problem` is null, the manifest states 0 for
   * them.
   */
  readonly miscounted: readonly string[];
  /** Any other difference, as the end of an error message; null if there is none. */
  readonly problem: string | null;
}

const NEWLINE = 0x0a;

/** Counts rows as lines, because PostgreSQL's text format escapes newlines in values. */
export function countContents(): ContentCounter {
  const rowsOf = new Map<string, number>();
  return {
    read(entry, chunk) {
      const table = tableOf(entry);
      if (table !== null) rowsOf.set(table, (rowsOf.get(table) ?? 0) + linesOf(chunk));
    },
    compare(manifest) {
      const known = new Set(manifest.tables.map(({ name }) => name));
      const strange = [...rowsOf.keys()].find((table) => !known.has(table));
      const counted = (name: string) => rowsOf.get(name) ?? 0;
      const different = manifest.tables.filter(({ name, rows }) => rows !== counted(name));
      // Because of a bug, earlier releases wrote 0. Any other number may mean that rows are missing.
      const wrong = different.find(({ rows }) => rows !== 0);
      const photos = manifest.entries.filter(({ name }) => blobOf(name) !== null).length;
      let problem: string | null = null;
      if (strange !== undefined)
        problem = `it contains rows of the table ${strange}, which is not in its manifest`;
      else if (wrong)
        problem = `its manifest states ${wrong.rows} rows of ${wrong.name}, but it contains ${counted(wrong.name)}`;
      else if (photos !== manifest.blobs.count)
        problem = `its manifest states ${manifest.blobs.count} images, but it contains ${photos}`;
      return {
        tables: manifest.tables.map((table) => ({ ...table, rows: counted(table.name) })),
        miscounted: different.map(({ name }) => name),
        problem,
      };
    },
  };
}

function linesOf(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
