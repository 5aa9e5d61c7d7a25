import { EVENT_SCOPES, type EventType } from "../../../kernel/events.ts";
import { described, Id, input, record, words } from "../../../platform/http/shapes.ts";

const EVENT_TYPES = Object.keys(EVENT_SCOPES) as [EventType, ...EventType[]];

/** The request body of `POST /businesses/{b}/test-events`. */
export const TestEventInput = input("TestEventInput", "An event to trigger in a sandbox", {
  type: words(EVENT_TYPES, "An event type"),
});

export const TestEvent = record("TestEvent", "The record of an event that was triggered in a sandbox", {
  type: words(EVENT_TYPES, "An event type"),
  record_id: described(Id, "The record of the event: an appointment, client, payment or sale"),
});
