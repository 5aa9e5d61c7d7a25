import type { EventType } from "../../src/kernel/events.ts";
import type { RecordedEvent, RecordedExamples } from "../../src/platform/http/recordedExamples.ts";
import { publishedBodies } from "../../src/platform/outbox/table.ts";
import { sql } from "../fixtures/sql.ts";
import { context, type Recording } from "./recorder.ts";
import { scrubbed } from "./scrub.ts";
import { EVENT_STORIES } from "./stories/events.ts";

/** Runs the story of each event type. Returns the full and the ids-only body of the event. */
export async function recordEvents(recording: Recording): Promise<RecordedExamples["events"]> {
  const { server, salon, beganAt } = recording;
  const recorded: Partial<Record<EventType, RecordedEvent>> = {};
  for (const type of Object.keys(EVENT_STORIES) as EventType[]) {
    const stable = recording.stable.copy();
    const answer = await EVENT_STORIES[type]?.(context(recording, salon.ids));
    const [latest] = await sql(server.database)<{ full: string | null; ids_only: string }>`
      select body_full as full, body_ids as ids_only
      from events join ${publishedBodies} as bodies using (business_id, id)
      where business_id = ${salon.ids.business ?? ""}
        and type = ${type}
      order by created_at desc, id desc
      limit 1`;
    if (latest?.full == null) throw new Error(`The story of ${type} published no such event.`);
    const event = { full: JSON.parse(latest.full), ids_only: JSON.parse(latest.ids_only) };
    stable.learn(type, answer?.body, event);
    recorded[type] = stable.inPlaceOf(scrubbed(event, new Map(), beganAt));
  }
  return recorded;
}
