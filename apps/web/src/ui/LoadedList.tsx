import type { ReactNode } from "react";
import { EmptyNote } from "./EmptyNote.tsx";
import classes from "./List.module.css";
import { Loading, type LoadingQuery } from "./Loading.tsx";

/** Renders the records of a query as a list, a note in place of none, and the progress of the query. */
export function LoadedList<Item>({
  query,
  empty,
  hint,
  height = 160,
  children,
}: {
  readonly query: LoadingQuery & { readonly data: readonly Item[] | undefined };
  /** The title of the note in place of no records. */
  readonly empty: string;
  readonly hint: string;
  readonly height?: number;
  /** Renders a record, with its key. */
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
