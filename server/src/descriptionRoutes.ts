import type { FastifyInstance } from "fastify";
import { sendCompressed } from "./platform/http/compressed.ts";
import { compressedInWorker } from "./platform/http/compressedInWorker.ts";
import { guideRoutes } from "./platform/http/guides.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import { referenceRoutes } from "./platform/http/reference.ts";
import { API_PREFIX } from "./platform/http/server.ts";

/** Serves the description of the API, the page that renders it, and the guides. */
export function descriptionRoutes(app: FastifyInstance, examples: RecordedExamples | undefined): void {
  const description = compressedInWorker(new URL("./descriptionScript.ts", import.meta.url), examples);
  app.get(`${API_PREFIX}/openapi.json`, async (request, reply) => {
    const made = await description();
    reply.header("content-type", "application/json; charset=utf-8");
    // Pages from other origins may read only the description (decision 15).
    reply.header("access-control-allow-origin", "*");
    return sendCompressed(request, reply, made);
  });
  referenceRoutes(app);
  guideRoutes(app);
}
