import { parentPort, workerData } from "node:worker_threads";

/** The request that a thread repeats for `seconds`, with `atOnce` requests in flight. */
export interface Asking {
  /** The URLs, requested in this order. */
  readonly urls: readonly string[];
  readonly method: "GET" | "POST" | "PUT";
  readonly headers: Readonly<Record<string, string>>;
  /** The request bodies, sent in this order. Empty for requests without a body. */
  readonly bodies: readonly string[];
  /** The text of a CSV file of clients, sent instead of a body. */
  readonly file?: string;
  /** The expected error status, at least 400. */
  readonly refusedWith?: number;
  readonly seconds: number;
  readonly atOnce: number;
}

/** The response count per status, the size of the largest response in bytes, and the last unexpected error other than 429. */
export interface Asked {
  readonly statuses: ReadonlyMap<number, number>;
  readonly largest: number;
  readonly refused?: string;
}

// This script runs in a separate thread, so that reading megabytes does not delay the requests that rows.ts measures.
const { urls, method, headers, bodies, file, refusedWith, seconds, atOnce } = workerData as Asking;
const endsAt = performance.now() + seconds * 1000;
const statuses = new Map<number, number>();
let number = 0;
let largest = 0;
let refused: string | undefined;

async function ask(): Promise<void> {
  do {
    const url = urls[number % urls.length] as string;
    const body = file === undefined ? bodies[number % Math.max(1, bodies.length)] : formOf(file);
    number++;
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    let bytes = 0;
    let text = "";
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (response.status >= 400) text += Buffer.from(chunk).toString();
    }
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    largest = Math.max(largest, bytes);
    if (response.status >= 400 && response.status !== 429 && response.status !== refusedWith)
      refused = `${response.status}: ${text}`;
    if (response.status === 429) await new Promise((resolve) => setTimeout(resolve, 100));
  } while (performance.now() < endsAt);
}

function formOf(text: string): FormData {
  const form = new FormData();
  form.set("kind", "clients");
  form.set("file", new Blob([text], { type: "text/csv" }), "clients.csv");
  return form;
}

await Promise.all(Array.from({ length: atOnce }, ask));
parentPort?.postMessage({ statuses, largest, ...(refused === undefined ? {} : { refused }) } satisfies Asked);
