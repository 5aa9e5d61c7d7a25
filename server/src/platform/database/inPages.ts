/** Rows per page of an exported list, small enough that a page of rows and their JSON need little memory. */
export const EXPORT_PAGE_SIZE = 100;

/**
 * Yields all rows of a list page by page, so that a list of any length needs only the memory of one page. `read` receives the last row of
 * the previous page and returns an empty page at the end.
 */
export async function* inPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}
