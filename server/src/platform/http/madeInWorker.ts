import { Worker } from "node:worker_threads";

/**
 * Returns a function that makes a value in a worker thread at the first call, so that generating and compressing documents does not
 * block the event loop. The script receives `workerData` and posts one value. After a failure the next call retries.
 */
export function madeInWorker<Made>(script: URL, workerData: unknown): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= run<Made>(script, workerData).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function run<Made>(script: URL, workerData: unknown): Promise<Made> {
  const worker = new Worker(script, { workerData });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`The worker exited with code ${code} before it returned a result.`)),
    );
  });
}
