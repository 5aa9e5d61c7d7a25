/** Rows of a list that is read in pages for an export: few, so that a page of them and their JSON are small. */
export const EXPORT_PAGE_SIZE = 100;

/**
 * All rows of a list, page after page, so that a list of any length needs the memory of one page. `read` gets the last row of
 * the page before; an empty page ends the list.
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
