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
  "A date of a series that was skipped because the time is taken",
  {
    starts_at: atLocation("Start of the skipped block"),
    ends_at: atLocation("End of the skipped block"),
    reason: words(CONFLICT_REASONS, "Kind of the conflict"),
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
  starts_at: atLocation("Start"),
  ends_at: atLocation("End"),
  time_zone: TimeZone,
  label: nullable(Type.String({ description: "Text shown in the calendar" })),
  series_id: nullable(described(Id, "Id of the series; null for a single block")),
  version: Type.Integer({ minimum: 1, description: "Increases with every change; also sent as `ETag`" }),
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
      description: "The appointments that the block overlaps, sorted by start. The appointments stay booked",
    }),
  },
);

const BlockSeries = record(
  "BlockSeries",
  "The created blocks of a series, and the days that were skipped because the time is taken",
  {
    series_id: described(Id, "Id of the series"),
    created: Type.Array(BlockShape, { description: "The created blocks, sorted by start" }),
    conflicts: Type.Array(SkippedDate, { description: "The skipped days, sorted by start" }),
  },
);

/** The response to the creation of a block: a single block, or a series of blocks (spec §2). */
export const BlockCreation = Type.Union([BlockWithConflicts, BlockSeries], {
  description: "A single block with the appointments it overlaps, or a series",
});

export const BlockInput = input(
  "BlockInput",
  "A block or a series of blocks, of exactly one staff member or resource",
  {
    location_id: described(Id, "The location"),
    staff_id: Type.Optional(
      nullable(described(Id, "The staff member whose time is blocked; required without `resource_id`")),
    ),
    resource_id: Type.Optional(
      nullable(described(Id, "The resource that is blocked; required without `staff_id`")),
    ),
    starts_at: sent("Start"),
    ends_at: sent("End, which must be after the start"),
    label: Type.Optional(nullable(line(200, "Text shown in the calendar"))),
    every_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 28,
        description: "Days between two blocks (7 = weekly), at the same local time; requires `occurrences`",
      }),
    ),
    occurrences: Type.Optional(
      Type.Integer({
        minimum: 2,
        maximum: 90,
        description: "Number of blocks in the series; requires `every_days`",
      }),
    ),
  },
);

export const BlockChanges = input(
  "BlockChanges",
  "Changes to the time, label, staff member or resource of one block",
  {
    staff_id: Type.Optional(
      nullable(described(Id, "The staff member whose time the block now takes; clears `resource_id`")),
    ),
    resource_id: Type.Optional(
      nullable(described(Id, "The resource that the block now takes; clears `staff_id`")),
    ),
    starts_at: Type.Optional(sent("Start")),
    ends_at: Type.Optional(sent("End, which must be after the start")),
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
      "Blocks that start before this instant, with a UTC offset or `Z`; default: 31 days after `from`",
  }),
  staff_id: Type.Optional(described(Id, "Only blocks of this staff member")),
  resource_id: Type.Optional(described(Id, "Only blocks of this resource")),
  ...pageQuery(1000, 500),
});

export const BlockDeletionQuery = query({
  following: Type.Optional(
    Type.Boolean({ description: "Whether to delete the later blocks of the series too" }),
  ),
});
