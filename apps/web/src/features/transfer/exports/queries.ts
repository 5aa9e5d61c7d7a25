import type { components } from "@daybook/sdk";
import { api } from "../../../base/api.ts";

export type Export = components["schemas"]["Export"];

const POLL_MS = 1_000;

/** Whether the export is queued or a worker is writing its file. */
export function isBeingMade({ status }: Pick<Export, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Returns the query for the latest exports. Refetches every second while any export is queued or running. */
export function exportsQuery(business: string) {
  return {
    queryKey: [business, "settings", "exports"],
    queryFn: async () => (await api.exports.list({ path: { business }, query: { limit: 20 } })).items,
    refetchInterval: ({ state }: { readonly state: { readonly data?: readonly Export[] | undefined } }) =>
      state.data?.some(isBeingMade) === true ? POLL_MS : false,
  } as const;
}

/** Returns the URL path of an export's file. */
export function fileOf(business: string, { id }: Pick<Export, "id">): string {
  return `/api/v1/businesses/${business}/exports/${id}/file`;
}
