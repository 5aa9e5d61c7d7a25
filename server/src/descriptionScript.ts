import { parentPort, workerData } from "node:worker_threads";
import { compressed } from "./platform/http/compressed.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import type { Descriptions } from "./platform/http/reference.ts";
import { referenceParts } from "./platform/http/referenceParts.ts";
import { publishedDescription } from "./published.ts";
import { routesToDescribe } from "./routesToDescribe.ts";

// This script runs in a worker thread that descriptionRoutes.ts starts, because generating the description takes several
// hundred milliseconds. `workerData` contains the examples of the description; if it is undefined, docs/examples.json is
// used.
const description = publishedDescription(routesToDescribe(), workerData as RecordedExamples | undefined);
const written = (document: object) => compressed(JSON.stringify(document));
const parts = Object.entries(referenceParts(description)).map(([slug, part]) => [slug, written(part)]);
const made: Descriptions = { whole: written(description), parts: Object.fromEntries(parts) };
parentPort?.postMessage(made);
