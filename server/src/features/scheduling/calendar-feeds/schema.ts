import { type Static, Type } from "typebox";
import {
  CreatedAt,
  described,
  Id,
  input,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
} from "../../../platform/http/shapes.ts";

export const CalendarFeed = record(
  "CalendarFeed",
  "A link with which calendar programs subscribe to appointments, without the link itself",
  {
    id: Id,
    staff_id: nullable(described(Id, "The staff member whose appointments the feed contains")),
    location_id: nullable(described(Id, "The location whose appointments the feed contains")),
    resource_id: nullable(
      described(Id, "The resource, such as a room, whose appointments the feed contains"),
    ),
    name: Type.String({ description: "Name of the staff member, location or resource" }),
    last_read_at: nullable(utc("Time at which a calendar last read the feed, to the minute")),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);

export type CalendarFeedRecord = Static<typeof CalendarFeed>;

export const CalendarFeedPage = page("CalendarFeedPage", CalendarFeed);

export const CalendarFeedQuery = query(pageQuery());

export const CalendarFeedWithUrl = record(
  "CalendarFeedWithUrl",
  "A calendar feed with its link, which no other response contains",
  {
    ...CalendarFeed.properties,
    url: Type.String({
      description:
        "The link to subscribe to. Anyone with the link can read the feed. The link is not stored, and is absent in a replayed response",
      examples: [
        "https://book.example.com/api/v1/public/calendar-feeds/q3Zx0example0example0example0example0example0.ics",
      ],
    }),
  },
);

export const CalendarFeedInput = input(
  "CalendarFeedInput",
  "A new calendar feed, of exactly one staff member, location or resource",
  {
    staff_id: Type.Optional(nullable(described(Id, "The staff member whose appointments the feed contains"))),
    location_id: Type.Optional(nullable(described(Id, "The location whose appointments the feed contains"))),
    resource_id: Type.Optional(
      nullable(described(Id, "The resource, such as a room, whose appointments the feed contains")),
    ),
  },
);
