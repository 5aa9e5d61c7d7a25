import { localText, utcText, type Zone } from "@daybook/engine";

/** Time of one staff member or one resource that the team has taken out of the calendar by hand. */
export interface Block {
  readonly id: string;
  readonly locationId: string;
  readonly staffId: string | null;
  readonly resourceId: string | null;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly label: string | null;
  readonly seriesId: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Whose time the block takes. */
export function subjectOf(block: { staffId: string | null; resourceId: string | null }): string {
  const subjectId = block.staffId ?? block.resourceId;
  if (subjectId === null) throw new Error("A block names neither a staff member nor a resource.");
  return subjectId;
}

/** The block as answers show it (contract §3), in the time of its location. */
export function blockRecord(block: Block, zone: Zone) {
  return {
    id: block.id,
    location_id: block.locationId,
    staff_id: block.staffId,
    resource_id: block.resourceId,
    starts_at: localText(zone, block.startsAt),
    ends_at: localText(zone, block.endsAt),
    time_zone: zone.name,
    label: block.label,
    series_id: block.seriesId,
    created_at: utcText(block.createdAt),
    updated_at: utcText(block.updatedAt),
  };
}

export type BlockRecord = ReturnType<typeof blockRecord>;
