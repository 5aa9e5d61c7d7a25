import type { components, DataOf } from "@daybook/sdk";
import { ApiError } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { pagedQuery } from "../../../base/pagedQuery.ts";

export type Import = components["schemas"]["Import"];
export type ImportRow = components["schemas"]["ImportRow"];
export type ImportOutcome = components["schemas"]["ImportOutcome"];
export type ImportProblem = components["schemas"]["ImportProblem"];
export type ClientFields = DataOf<"get", "/businesses/{business}">["client_fields"];

/** The rows in the preview: all rows, rows with one outcome, or rows with problems. */
export type RowFilter = "all" | "problems" | ImportOutcome;

const PAGE = 25;
const POLL_MS = 1_000;

/** Whether the import is queued, running or being undone. */
export function isAtWork({ status }: Pick<Import, "status">): boolean {
  return status === "queued" || status === "running" || status === "undoing";
}

export function importsQuery(business: string) {
  return {
    queryKey: [business, "settings", "imports"],
    queryFn: async () => (await api.imports.list({ path: { business }, query: { limit: 50 } })).items,
  } as const;
}

/**
 * Returns the query for an import. Its data is null after the import was undone. Refetches every second while the worker processes the
 * import.
 */
export function importQuery(business: string, id: string) {
  return {
    queryKey: [business, "settings", "imports", id],
    queryFn: async (): Promise<Import | null> => {
      try {
        return await api.imports.get({ path: { business, import: id } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }: { readonly state: { readonly data?: Import | null | undefined } }) =>
      state.data != null && isAtWork(state.data) ? POLL_MS : false,
  } as const;
}

/**
 * Returns the infinite query for an import's rows. `version` combines the status and the time of the import's last change, so that each
 * change refetches the rows.
 */
export function importRowsQuery(business: string, id: string, filter: RowFilter, version: string) {
  return pagedQuery([business, "settings", "imports", id, "rows", filter, version], (page) =>
    api.imports.listRows({
      path: { business, import: id },
      query: {
        limit: PAGE,
        ...(filter === "all" ? {} : filter === "problems" ? { with_problems: true } : { outcome: filter }),
        ...page,
      },
    }),
  );
}

/** Returns the query for the first rows of a file, which are samples of its columns. */
export function sampleRowsQuery(business: string, id: string) {
  return {
    queryKey: [business, "settings", "imports", id, "samples"],
    queryFn: async () =>
      (await api.imports.listRows({ path: { business, import: id }, query: { limit: 10 } })).items,
  } as const;
}

/** Returns the query for the client fields of the business that a column can fill. */
export function clientFieldsQuery(business: string) {
  return {
    queryKey: [business, "business", "client-fields"],
    queryFn: async (): Promise<ClientFields> =>
      (await api.get("/businesses/{business}", { path: { business } })).client_fields,
  } as const;
}

export type ImportTargets = DataOf<"get", "/businesses/{business}/imports/{import}">["targets"];
