import { readFileSync } from "node:fs";
import { SIGN_IN_OPERATIONS } from "./features/access/index.ts";
import { publishedEvents } from "./features/webhooks/index.ts";
import { describe } from "./platform/http/openapi.ts";
import type { JsonObject } from "./platform/http/publishedSchemas.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import type { Route } from "./platform/http/route.ts";
import { ENUM_NAMES } from "./publishedEnums.ts";

const EXAMPLES_FILE = new URL("../../docs/examples.json", import.meta.url);

/**
 * Returns the published API description: routes, sign-in operations, events and recorded examples. docs/openapi.json has
 * the brief form: without the examples of requests, successes and events, which docs/examples.json contains, and with common errors by
 * range.
 */
export function publishedDescription(
  routes: readonly Route[],
  examples: RecordedExamples = JSON.parse(readFileSync(EXAMPLES_FILE, "utf8")),
  isBrief = false,
): JsonObject {
  return describe(routes, {
    examples,
    isBrief,
    operations: SIGN_IN_OPERATIONS,
    events: publishedEvents,
    enums: ENUM_NAMES,
  });
}
