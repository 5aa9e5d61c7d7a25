import type { ReactNode } from "react";
import { EmptyNote } from "./EmptyNote.tsx";
import classes from "./List.module.css";
import { Loading, type LoadingQuery } from "./Loading.tsx";

/**
 * Renders the records of a query as a list. Shows a note if there are no records, a skeleton while they load, and an error
 * message if the request fails.
 */
export function LoadedList<Item>({
  query,
  empty,
  hint,
  height = 160,
  children,
}: {
  readonly query: LoadingQuery & { readonly data: readonly Item[] | undefined };
  /** The title of the note that is shown if there are no records. */
  readonly empty: string;
  readonly hint: string;
  readonly height?: number;
  /** Renders a record as a list item. The item needs a React key. */
  readonly children: (item: Item) => ReactNode;
}) {
  const { data = [], isPending, error } = query;
  return (
    <>
      <Loading query={query} height={height} />
      {!isPending && error === null && data.length === 0 && <EmptyNote title={empty} hint={hint} />}
      {data.length > 0 && <ul className={`surface ${classes.list}`}>{data.map(children)}</ul>}
    </>
  );
}
