import { ApiError } from "@daybook/sdk";
import { QueryClient } from "@tanstack/react-query";

/** The tables in query keys, `[businessId, table, …]`. Writes and change notices invalidate queries by table. */
export type Table =
  | "appointments"
  | "blocks"
  | "business"
  | "clients"
  | "forms"
  | "hours"
  | "locations"
  | "notes"
  | "photos"
  | "sales"
  | "services"
  | "settings"
  | "staff"
  | "waitlist"
  | "wallet";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 24 * 3_600_000,
      // Retries server and connection errors once, in addition to the SDK's retries. A 4xx response is final.
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 1,
      refetchOnWindowFocus: true,
    },
  },
});

export async function refresh(businessId: string, tables: readonly Table[]): Promise<void> {
  await Promise.all(tables.map((table) => queryClient.invalidateQueries({ queryKey: [businessId, table] })));
}

/** The writes in progress, each with the tables that it changes. */
const running = new Set<{ readonly changes: readonly Table[] }>();

/** Runs a write that changes the tables `changes`. `isWriting` returns true for these tables until the response has arrived. */
export async function writing<T>(changes: readonly Table[], write: () => Promise<T>): Promise<T> {
  const own = { changes };
  running.add(own);
  try {
    return await write();
  } finally {
    running.delete(own);
  }
}

/** Returns true while this page waits for the response to a write that changes the table. */
export function isWriting(table: Table): boolean {
  return [...running].some(({ changes }) => changes.includes(table));
}

/** Reads all pages of a list. Use it for short lists only. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
