import { Type } from "typebox";
import {
  DateTime,
  Id,
  input,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  TimeZone,
} from "../../platform/http/shapes.ts";
import { SkippedDate } from "../appointments/index.ts";

const blockFields = {
  id: Id,
  location_id: Id,
  staff_id: nullable(Id),
  resource_id: nullable(Id),
  starts_at: DateTime,
  ends_at: DateTime,
  time_zone: TimeZone,
  label: nullable(Type.String()),
  series_id: nullable(Id),
  created_at: DateTime,
  updated_at: DateTime,
};

export const BlockShape = record(
  "Block",
  "Time of a staff member or a resource that is taken out of the calendar by hand",
  blockFields,
);

export const BlockPage = page("BlockPage", BlockShape);

const CreatedBlock = record("CreatedBlock", "The block, and the visits it lies over", {
  ...blockFields,
  conflicts: Type.Array(SkippedDate),
});

const BlockSeries = record(
  "BlockSeries",
  "The blocks of a repeat, and the days that were left out because they are taken",
  {
    series_id: Id,
    created: Type.Array(BlockShape),
    conflicts: Type.Array(SkippedDate),
  },
);

/** A single block answers itself, a repeat its series (spec §2). */
export const BlockCreation = Type.Union([CreatedBlock, BlockSeries]);

export const BlockInput = input(
  "BlockInput",
  "A block, of exactly one staff member or resource, once or repeated",
  {
    location_id: Id,
    staff_id: Type.Optional(nullable(Id)),
    resource_id: Type.Optional(nullable(Id)),
    starts_at: DateTime,
    ends_at: DateTime,
    label: Type.Optional(nullable(line(200))),
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
  location_id: Type.Optional(Id),
  from: Type.Optional({ ...DateTime, description: "Default: now" }),
  to: Type.Optional({ ...DateTime, description: "Default: 31 days after from" }),
  staff_id: Type.Optional(Id),
  resource_id: Type.Optional(Id),
  ...pageQuery(1000, 500),
});

export const BlockDeletionQuery = query({
  following: Type.Optional(Type.Boolean({ description: "Remove the later blocks of its repeat too" })),
});
