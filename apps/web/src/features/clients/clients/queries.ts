import type { Client } from "@daybook/sdk";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";

const PAGE_SIZE = 100;
export const MIN_LETTERS = 2;

/** Returns the infinite query for the clients, filtered by `q` unless it is empty. */
export function clientsQuery(business: string, q: string) {
  return infiniteQueryOptions({
    queryKey: [business, "clients", "list", q],
    queryFn: ({ pageParam, signal }) =>
      api.clients.list({
        path: { business },
        query: {
          limit: PAGE_SIZE,
          ...(q === "" ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
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
  return infiniteQueryOptions({
    queryKey: [business, "appointments", "client", client],
    queryFn: ({ pageParam, signal }) =>
      api.clients.listAppointments({
        path: { business, client },
        query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Returns the full name of a client; empty for an erased client. */
export function nameOf({ first_name, last_name }: Pick<Client, "first_name" | "last_name">): string {
  return [first_name, last_name].filter(Boolean).join(" ");
}
