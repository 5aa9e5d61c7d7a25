import type { Reader } from "./database.ts";
import { EXPORT_PAGE_SIZE, inPages } from "./inPages.ts";
import type { Statement } from "./statement.ts";

/** The parameters that select the records: one client, or one client and the clients merged into it. */
type OfClient =
  | { readonly businessId: string; readonly clientId: string }
  | { readonly businessId: string; readonly clientIds: readonly string[] };

/** The position of the last row read, in a list that is ordered by an instant and an id. Both are null before the first row. */
interface Position {
  readonly afterAt: number | null;
  readonly afterId: string | null;
}

const START: Position = { afterAt: null, afterId: null };

/**
 * Yields all records of a client in pages, for the export of the client's data. The statement orders by an instant and an id;
 * `keyOf` returns both for a row.
 */
export function pagesOfClient<Row, Client extends OfClient>(
  reader: Reader,
  list: Statement<Row, NoInfer<Client> & Position & { readonly limit: number }>,
  client: Client,
  keyOf: (row: NoInfer<Row>) => readonly [instant: number, id: string],
): AsyncGenerator<readonly Row[]> {
  const positionAfter = (row: Row): Position => {
    const [afterAt, afterId] = keyOf(row);
    return { afterAt, afterId };
  };
  return inPages((last: Row | undefined) =>
    reader.query(list, {
      ...client,
      ...(last === undefined ? START : positionAfter(last)),
      limit: EXPORT_PAGE_SIZE,
    }),
  );
}
