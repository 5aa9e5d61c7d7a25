import { Type } from "typebox";
import {
  CreatedAt,
  DateTime,
  described,
  Id,
  input,
  line,
  nullable,
  page,
  pageQuery,
  placed,
  query,
  record,
  sent,
  TimeZone,
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";

const CONFLICT_REASONS = ["appointment", "block", "time_off", "resource"] as const;

export const SkippedDate = record(
  "SkippedDate",
  "A date of a repeat that was left out because its time is taken",
  {
    starts_at: placed("Start of what was left out"),
    ends_at: placed("End of what was left out"),
    reason: words(CONFLICT_REASONS, "What is in the way"),
    appointment_id: nullable(described(Id, "The visit that is in the way; null where it is none")),
  },
);

const blockFields = {
  id: Id,
  location_id: described(Id, "Where it is"),
  staff_id: nullable(described(Id, "Whose time it takes; null where it is a resource's")),
  resource_id: nullable(
    described(Id, "The resource it takes, the whole of it; null where it is a member's time"),
  ),
  starts_at: placed("When it starts"),
  ends_at: placed("When it ends"),
  time_zone: TimeZone,
  label: nullable(Type.String({ description: "What the calendar shows" })),
  series_id: nullable(described(Id, "The repeat it belongs to; null for a single block")),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
};

export const BlockShape = record(
  "Block",
  "Time of a staff member or a resource that is taken out of the calendar by hand",
  blockFields,
);

export const BlockPage = page("BlockPage", BlockShape);

const BlockWithConflicts = record("BlockWithConflicts", "The block, and the visits it lies over", {
  ...blockFields,
  conflicts: Type.Array(SkippedDate, { description: "Visits that stay under it, by start" }),
});

const BlockSeries = record(
  "BlockSeries",
  "The blocks of a repeat, and the days that were left out because they are taken",
  {
    series_id: described(Id, "What the blocks of the repeat have in common"),
    created: Type.Array(BlockShape, { description: "The blocks that were made, by start" }),
    conflicts: Type.Array(SkippedDate, { description: "The days that were left out, by start" }),
  },
);

/** A single block answers itself, a repeat its series (spec §2). */
export const BlockCreation = Type.Union([BlockWithConflicts, BlockSeries], {
  description: "A single block with the visits it lies over, or the series of a repeat",
});

export const BlockInput = input(
  "BlockInput",
  "A block, of exactly one staff member or resource, once or repeated",
  {
    location_id: described(Id, "Where it is"),
    staff_id: Type.Optional(nullable(described(Id, "Whose time it takes; either this or `resource_id`"))),
    resource_id: Type.Optional(nullable(described(Id, "The resource it takes; either this or `staff_id`"))),
    starts_at: sent("When it starts"),
    ends_at: sent("When it ends: after it starts"),
    label: Type.Optional(nullable(line(200, "What the calendar shows"))),
    every_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 28,
        description: "Repeat every N days (7 = weekly) at the same local time; needs `occurrences`",
      }),
    ),
    occurrences: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 90,
        description: "Number of blocks in the repeat; needs `every_days`",
      }),
    ),
  },
);

export const BlockQuery = query({
  location_id: Type.Optional(described(Id, "Only blocks at this location")),
  from: Type.Optional({
    ...DateTime,
    description: "Blocks that end after this instant, with a UTC offset or `Z`; default: now",
  }),
  to: Type.Optional({
    ...DateTime,
    description:
      "Blocks that start before this instant, with a UTC offset or `Z`; default: 31 days after from",
  }),
  staff_id: Type.Optional(described(Id, "Only blocks of this member")),
  resource_id: Type.Optional(described(Id, "Only blocks of this resource")),
  ...pageQuery(1000, 500),
});

export const BlockDeletionQuery = query({
  following: Type.Optional(Type.Boolean({ description: "Remove the later blocks of its repeat too" })),
});
