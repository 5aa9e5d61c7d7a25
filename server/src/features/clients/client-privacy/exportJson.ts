import type { RunPiece } from "../../../platform/limits/index.ts";
import type { ClientExportParts } from "./exportClient.ts";

/** Minimum length of a chunk, in UTF-16 code units, so that the response is not sent in thousands of chunks. */
const CHUNK_LENGTH = 64_000;

/**
 * Converts an export to JSON text in chunks, so that a document of any size needs only the memory of one page of records. Each record is
 * converted in a separate turn of the fair scheduler, because the records of a page may have several megabytes (decision 36).
 */
export async function* exportJson(run: RunPiece, parts: ClientExportParts): AsyncGenerator<string> {
  let chunk = "";
  for await (const text of texts(run, parts)) {
    chunk += text;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** A record with lists that are read in pages. */
type Parts = Readonly<Record<string, unknown>>;

async function* texts(run: RunPiece, parts: Parts): AsyncGenerator<string> {
  let separator = "{";
  for (const [name, part] of Object.entries(parts)) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ",";
    if (typeof part === "function") yield* listTexts(run, part());
    else yield JSON.stringify(part);
  }
  yield "}";
}

function hasPages(record: unknown): record is Parts {
  return Object.values(record as object).some((value) => typeof value === "function");
}

async function* listTexts(run: RunPiece, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = "[";
  for await (const page of pages)
    for (const record of page) {
      yield separator;
      if (hasPages(record)) yield* texts(run, record);
      else yield await run(() => JSON.stringify(record));
      separator = ",";
    }
  yield separator === "[" ? "[]" : "]";
}
