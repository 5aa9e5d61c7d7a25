import type { components } from "@daybook/sdk";
import { api } from "../../../base/api.ts";

export type Export = components["schemas"]["Export"];

const POLL_MS = 1_000;

/** Whether a worker writes the file, or will. */
export function isBeingMade({ status }: Pick<Export, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Returns the query for the latest exports; read again every second while one is being made. */
export function exportsQuery(business: string) {
  return {
    queryKey: [business, "settings", "exports"],
    queryFn: async () => (await api.exports.list({ path: { business }, query: { limit: 20 } })).items,
    refetchInterval: ({ state }: { readonly state: { readonly data?: readonly Export[] | undefined } }) =>
      state.data?.some(isBeingMade) === true ? POLL_MS : false,
  } as const;
}

/** Returns the path of the file of an export, for a link. */
export function fileOf(business: string, { id }: Pick<Export, "id">): string {
  return `/api/v1/businesses/${business}/exports/${id}/file`;
}
