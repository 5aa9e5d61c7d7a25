import type { Client } from "@daybook/sdk";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { pagedQuery } from "../../../base/pagedQuery.ts";

const PAGE_SIZE = 100;
export const MIN_LETTERS = 2;

/** Returns the infinite query for the clients, filtered by `q` unless it is empty. */
export function clientsQuery(business: string, q: string) {
  return infiniteQueryOptions({
    ...pagedQuery([business, "clients", "list", q], (page, signal) =>
      api.clients.list({
        path: { business },
        query: {
          limit: PAGE_SIZE,
          ...(q === "" ? {} : { q }),
          ...page,
        },
        signal,
      }),
    ),
    placeholderData: keepPreviousData,
  });
}

export function clientQuery(business: string, client: string) {
  return queryOptions({
    queryKey: [business, "clients", "one", client],
    queryFn: () => api.clients.get({ path: { business, client } }),
  });
}

/** Returns the infinite query for a client's appointments, newest first. */
export function clientAppointmentsQuery(business: string, client: string) {
  return pagedQuery([business, "appointments", "client", client], (page, signal) =>
    api.clients.listAppointments({ path: { business, client }, query: { limit: 50, ...page }, signal }),
  );
}

/** Returns the full name of a client; empty for an erased client. */
export function nameOf({ first_name, last_name }: Pick<Client, "first_name" | "last_name">): string {
  return [first_name, last_name].filter(Boolean).join(" ");
}
