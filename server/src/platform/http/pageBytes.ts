import { MAX_PAGE_BYTES } from "./cursor.ts";

/**
 * SQL for the rows of a page without those that no page could hold (`MAX_PAGE_BYTES`) because of the rows before them, so that
 * they are not read into memory. `page` is a query with a limit, `order` its order, and `bytes` the size of the texts of a row
 * that may be long: not more than they have in JSON, because `pageOf` finds the end of the page by that.
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

/** The size of texts, or of bytes, that may be null. */
export function bytesOf(...columns: readonly string[]): string {
  return columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ");
}

/** The size of values of the type jsonb that may be null: at least half, because PostgreSQL writes them with spaces. */
export function jsonBytesOf(...columns: readonly string[]): string {
  return columns.map((name) => `coalesce(octet_length(${name}::text), 0) / 2`).join(" + ");
}
