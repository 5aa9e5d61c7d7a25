import { parentPort, workerData } from "node:worker_threads";
import { compressed } from "./platform/http/compressed.ts";
import type { RecordedExamples } from "./platform/http/recordedExamples.ts";
import { publishedDescription } from "./published.ts";
import { routesToDescribe } from "./routesToDescribe.ts";

// A worker thread that app.ts starts, because generating the description takes several hundred milliseconds. `workerData`
// contains the examples of the description; undefined stands for docs/examples.json.
const description = publishedDescription(routesToDescribe(), workerData as RecordedExamples | undefined);
parentPort?.postMessage(compressed(JSON.stringify(description)));
