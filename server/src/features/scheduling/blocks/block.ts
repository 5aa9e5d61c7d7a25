import { localText, utcText, type Zone } from "@daybook/engine";
import type { RowOf } from "../../../platform/database/index.ts";
import type { blockColumns } from "./store.ts";

/** A period in the calendar that a user has blocked for one staff member or one resource. */
export type Block = RowOf<typeof blockColumns>;

/** Returns the id of the subject that the block occupies. */
export function subjectOf(block: Pick<Block, "staff_id" | "resource_id">): string {
  const subjectId = block.staff_id ?? block.resource_id;
  if (subjectId === null) throw new Error("A block has neither a staff member nor a resource.");
  return subjectId;
}

/** Converts a block to the API record (contract §3), in the time zone of its location. */
export function blockRecord(block: Block, zone: Zone) {
  return {
    id: block.id,
    location_id: block.location_id,
    staff_id: block.staff_id,
    resource_id: block.resource_id,
    starts_at: localText(zone, block.starts_at),
    ends_at: localText(zone, block.ends_at),
    time_zone: zone.name,
    label: block.label,
    series_id: block.series_id,
    version: block.version,
    created_at: utcText(block.created_at),
    updated_at: utcText(block.updated_at),
  };
}

export type BlockRecord = ReturnType<typeof blockRecord>;
