import { parentPort, workerData } from "node:worker_threads";
import scalar from "@scalar/fastify-api-reference";
import { fastify } from "fastify";
import { compressed } from "./compressed.ts";

// This script runs in the worker thread that reference.ts starts. Scalar's plugin serves its script but does not export it,
// so the script is requested from a server that never listens. `workerData` is the code that starts the script.
const server = fastify();
await server.register(scalar, { routePrefix: "/docs", configuration: { url: "/" } });
const { statusCode, body } = await server.inject("/docs/js/scalar.js");
if (statusCode !== 200) throw new Error(`Scalar's plugin returned ${statusCode} instead of its script.`);
const script = body.replace(/\n\/\/# sourceMappingURL=.*$/, "");
// Scalar stores the reader's key in `localStorage`, which browsers keep. The wrapper passes `sessionStorage` instead, so that
// the browser deletes the key when the tab is closed.
parentPort?.postMessage(compressed(`((localStorage) => {\n${script}\n${workerData}\n})(sessionStorage);\n`));
