import type { FastifyInstance } from "fastify";
import { SIGN_IN_OPERATIONS } from "./features/access/index.ts";
import { publishedEvents } from "./features/webhooks/index.ts";
import { sendCompressed } from "./platform/http/compressed.ts";
import { guideRoutes } from "./platform/http/guides.ts";
import { madeInWorker } from "./platform/http/madeInWorker.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import { type Descriptions, referenceRoutes } from "./platform/http/reference.ts";
import type { Route } from "./platform/http/route.ts";
import { API_PREFIX } from "./platform/http/server.ts";

/** Serves the description of the API, the pages that render it, and the guides. */
export function descriptionRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  examples: RecordedExamples | undefined,
): void {
  const descriptions = madeInWorker<Descriptions>(
    new URL("./descriptionScript.ts", import.meta.url),
    examples,
  );
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    const { whole } = await descriptions();
    reply.header("content-type", "application/json; charset=utf-8");
    // Pages from other origins may read only the description (decision 15).
    reply.header("access-control-allow-origin", "*");
    return sendCompressed(request, reply, whole);
  });
  referenceRoutes(app, {
    operations: [...routes, ...SIGN_IN_OPERATIONS.map((one) => ({ ...one, path: one.prefix + one.path }))],
    events: publishedEvents,
    descriptions,
  });
  guideRoutes(app);
}
