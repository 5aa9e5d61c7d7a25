import { infiniteQueryOptions } from "@tanstack/react-query";

/**
 * Returns the infinite query for a paged list. `read` requests one page. Its parameter `page` contains the query parameters
 * that select the page; it is empty for the first page.
 */
export function pagedQuery<Page extends { readonly next_cursor: string | null }>(
  queryKey: readonly unknown[],
  read: (page: { readonly cursor?: string }, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
