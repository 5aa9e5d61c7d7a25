import type { AppointmentItems } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import type { SchedulingSnapshot } from "../snapshot/index.ts";
import { readSearch, type SlotRequest } from "./readSearch.ts";
import { searchInParts } from "./searchInParts.ts";

/** A start that availability offers, with the items assigned to staff members. */
export interface FoundStart {
  readonly startsAt: number;
  readonly items: AppointmentItems;
}

/** Finds up to `limit` available starts for which `isWanted` is true, earliest first. */
export async function findStarts(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  request: SlotRequest,
  { limit, isWanted = () => true }: { readonly limit: number; isWanted?(startsAt: number): boolean },
): Promise<FoundStart[]> {
  const found: FoundStart[] = [];
  if (request.untilAt <= request.fromAt) return found;
  const search = await readSearch(reader, snapshot, request);
  await searchInParts(
    (piece) => eventLoop.run(snapshot.businessId, piece),
    search,
    async ({ slots }) => {
      slots.starts.forEach((startsAt, index) => {
        const items = slots.assignments[slots.choices[index] ?? -1];
        if (items !== undefined && found.length < limit && isWanted(startsAt))
          found.push({ startsAt, items });
      });
      return found.length < limit;
    },
  );
  return found;
}
