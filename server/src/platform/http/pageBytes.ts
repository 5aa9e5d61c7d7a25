import { MAX_PAGE_BYTES } from "./cursor.ts";

/**
 * Returns SQL that omits the rows of a page after its byte limit (`MAX_PAGE_BYTES`) is exceeded, so that they are not read into memory.
 * `page` is a query with a limit, `order` its sort order, and `bytes` a SQL expression for the size of a row's long texts. That size must
 * not exceed the size of the texts in JSON, because `pageOf` decides by the JSON where the page ends.
 */
export function withinPageBytes(
  page: string,
  order: string,
  bytes: string,
  maxBytes: number = MAX_PAGE_BYTES,
): string {
  return `(
     select *
     from (
       select *, sum(${bytes}) over (
         order by ${order}
         rows between unbounded preceding and 1 preceding
       ) as bytes_before
       from (${page}) as page
     ) as measured
     where coalesce(bytes_before, 0) <= ${maxBytes}
   )`;
}

/** Returns SQL for the total size in bytes of nullable text or bytea columns. */
export function bytesOf(...columns: readonly string[]): string {
  return columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
}

/**
 * Returns SQL for the size in bytes of nullable jsonb columns. Halves the size of PostgreSQL's text, which contains spaces, so that the
 * result does not exceed the size of the JSON.
 */
export function jsonBytesOf(...columns: readonly string[]): string {
  return columns.map((name) => `coalesce(octet_length(${name}::text), 0) / 2`).join(" + ");
}
