import { Worker } from "node:worker_threads";
import type { Compressed } from "./compressed.ts";

/**
 * Returns a function that produces a document in a worker thread at the first request, so that generating and compressing it does not
 * block the event loop. The script receives `workerData` and posts one `Compressed`. After a failure the next request retries.
 */
export function compressedInWorker(script: URL, workerData: unknown): () => Promise<Compressed> {
  let document: Promise<Compressed> | undefined;
  return () => {
    document ??= run(script, workerData).catch((error: unknown) => {
      document = undefined;
      throw error;
    });
    return document;
  };
}

function run(script: URL, workerData: unknown): Promise<Compressed> {
  const worker = new Worker(script, { workerData });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`The worker ended with code ${code} before it answered.`)),
    );
  });
}
