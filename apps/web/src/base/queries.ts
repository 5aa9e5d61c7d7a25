import { ApiError } from "@daybook/sdk";
import { QueryClient } from "@tanstack/react-query";

/** What changes notify of and queries begin with: `[businessId, table, …]`. */
export type Table =
  | "appointments"
  | "blocks"
  | "business"
  | "clients"
  | "forms"
  | "hours"
  | "locations"
  | "photos"
  | "sales"
  | "services"
  | "settings"
  | "staff"
  | "wallet";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 24 * 3_600_000,
      // The SDK repeats what is worth repeating. A refusal will not change by itself.
      retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 1,
      refetchOnWindowFocus: true,
    },
  },
});

/** Reads again what screens show of these tables. */
export async function refresh(businessId: string, tables: readonly Table[]): Promise<void> {
  await Promise.all(tables.map((table) => queryClient.invalidateQueries({ queryKey: [businessId, table] })));
}

/** All items of a list that is short enough to be held at once. */
export async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
