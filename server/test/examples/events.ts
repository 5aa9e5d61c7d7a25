import type { EventType } from "../../src/kernel/events.ts";
import { column, statement } from "../../src/platform/database/index.ts";
import type { RecordedEvent, RecordedExamples } from "../../src/platform/http/recordedExamples.ts";
import { context, type Recording } from "./recorder.ts";
import { scrubbed } from "./scrub.ts";
import { EVENT_STORIES } from "./stories/events.ts";

const readLatestEvent = statement({
  name: "test_examples_latest_event",
  params: { businessId: column.id, type: column.text },
  columns: { full: column.nullable(column.text), ids_only: column.text },
  sql: `select body_full as full, body_ids as ids_only
         from events
         where business_id = $businessId
           and type = $type
         order by created_at desc, id desc
         limit 1`,
});

/** Runs the story of each event type. Returns the full and the ids-only body of the event. */
export async function recordEvents(recording: Recording): Promise<RecordedExamples["events"]> {
  const { server, salon, beganAt } = recording;
  const recorded: Partial<Record<EventType, RecordedEvent>> = {};
  for (const type of Object.keys(EVENT_STORIES) as EventType[]) {
    const stable = recording.stable.copy();
    const answer = await EVENT_STORIES[type]?.(context(recording, salon.ids));
    const [latest] = await server.database.query(readLatestEvent, {
      businessId: salon.ids.business ?? "",
      type,
    });
    if (latest?.full == null) throw new Error(`The story of ${type} published no such event.`);
    const event = { full: JSON.parse(latest.full), ids_only: JSON.parse(latest.ids_only) };
    stable.learn(type, answer?.body, event);
    recorded[type] = stable.inPlaceOf(scrubbed(event, new Map(), beganAt));
  }
  return recorded;
}
