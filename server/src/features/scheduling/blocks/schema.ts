import { Type } from "typebox";
import {
  atLocation,
  CreatedAt,
  DateTime,
  described,
  Id,
  input,
  line,
  nullable,
  page,
  pageQuery,
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
  "A date of a series that was left out because its time is taken",
  {
    starts_at: atLocation("Start of the skipped block"),
    ends_at: atLocation("End of the skipped block"),
    reason: words(CONFLICT_REASONS, "What takes the time"),
    appointment_id: nullable(described(Id, "The appointment that takes the time; null for another reason")),
  },
);

const blockFields = {
  id: Id,
  location_id: described(Id, "The location"),
  staff_id: nullable(described(Id, "The staff member whose time is blocked; null for a resource")),
  resource_id: nullable(
    described(Id, "The resource that is blocked with all its units; null for a staff member"),
  ),
  starts_at: atLocation("When it starts"),
  ends_at: atLocation("When it ends"),
  time_zone: TimeZone,
  label: nullable(Type.String({ description: "Text shown in the calendar" })),
  series_id: nullable(described(Id, "The series it belongs to; null for a single block")),
  version: Type.Integer({ minimum: 1, description: "Raised by every change; also in `ETag`" }),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
};

export const BlockShape = record("Block", "Blocked time of a staff member or a resource", blockFields);

export const BlockPage = page("BlockPage", BlockShape);

export const BlockWithConflicts = record(
  "BlockWithConflicts",
  "The block, and the appointments it overlaps",
  {
    ...blockFields,
    conflicts: Type.Array(SkippedDate, {
      description: "Overlapped appointments, which stay booked, by start",
    }),
  },
);

const BlockSeries = record(
  "BlockSeries",
  "The blocks of a series, and the days that were left out because their time is taken",
  {
    series_id: described(Id, "Id of the series"),
    created: Type.Array(BlockShape, { description: "The created blocks, by start" }),
    conflicts: Type.Array(SkippedDate, { description: "The days that were left out, by start" }),
  },
);

/** The response to a creation: a single block, or the series of a repeated block (spec §2). */
export const BlockCreation = Type.Union([BlockWithConflicts, BlockSeries], {
  description: "A single block with the appointments it overlaps, or a series",
});

export const BlockInput = input(
  "BlockInput",
  "A block or a series of blocks, of exactly one staff member or resource",
  {
    location_id: described(Id, "The location"),
    staff_id: Type.Optional(
      nullable(described(Id, "The staff member whose time is blocked; either this or `resource_id`")),
    ),
    resource_id: Type.Optional(
      nullable(described(Id, "The resource that is blocked; either this or `staff_id`")),
    ),
    starts_at: sent("When it starts"),
    ends_at: sent("When it ends: after it starts"),
    label: Type.Optional(nullable(line(200, "Text shown in the calendar"))),
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
        description: "Number of blocks in the series; needs `every_days`",
      }),
    ),
  },
);

export const BlockChanges = input(
  "BlockChanges",
  "Changes of one block: its time, its label, and whose time it blocks",
  {
    staff_id: Type.Optional(
      nullable(described(Id, "The staff member whose time is blocked from now on; clears `resource_id`")),
    ),
    resource_id: Type.Optional(
      nullable(described(Id, "The resource that is blocked from now on; clears `staff_id`")),
    ),
    starts_at: Type.Optional(sent("When it starts")),
    ends_at: Type.Optional(sent("When it ends: after it starts")),
    label: Type.Optional(nullable(line(200, "Text shown in the calendar; empty or null clears it"))),
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
  staff_id: Type.Optional(described(Id, "Only blocks of this staff member")),
  resource_id: Type.Optional(described(Id, "Only blocks of this resource")),
  ...pageQuery(1000, 500),
});

export const BlockDeletionQuery = query({
  following: Type.Optional(Type.Boolean({ description: "Also delete the later blocks of its series" })),
});
