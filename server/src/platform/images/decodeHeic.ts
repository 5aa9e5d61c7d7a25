import { Worker } from "node:worker_threads";
import type { HeicJob, HeicResult } from "./heicWorker.ts";
import { ANIMATED, DAMAGED, ImageRefused, MAX_PIXELS, TOO_SLOW } from "./source.ts";

/** Maximum memory of the decoder in bytes. A phone photo of 48 million pixels in tiles needs about 230 MB. */
const MAX_MEMORY_BYTES = 512 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

const MESSAGES = {
  animated: ANIMATED,
  damaged: DAMAGED,
  tooLarge: "must have at most 100 million pixels and need at most 512 MiB of memory to decode",
  unsupported: "must be a HEIC image with HEVC compression",
} as const;

/**
 * Decodes a HEIC file to an uncompressed, upright TIFF with its colour profile. Takes ownership of the bytes. A separate
 * thread decodes the file, so that hostile input neither blocks the event loop nor leaks memory: the thread ends after one
 * image or at the timeout. Throws `ImageRefused`.
 */
export async function decodeHeic(
  file: Uint8Array<ArrayBuffer>,
  { timeoutMs = TIMEOUT_MS, maxMemoryBytes = MAX_MEMORY_BYTES } = {},
): Promise<Buffer> {
  const job: HeicJob = { file, maxMemoryBytes, maxSquareSide: Math.sqrt(MAX_PIXELS) };
  const worker = new Worker(new URL("./heicWorker.ts", import.meta.url), {
    workerData: job,
    transferList: [file.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    // libheif writes warnings about the file to these streams.
    stdout: true,
    stderr: true,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await new Promise<HeicResult>((resolve, reject) => {
      timer = setTimeout(() => reject(new ImageRefused(TOO_SLOW)), timeoutMs);
      worker.once("message", resolve);
      worker.once("error", (error) => reject(refusalOf(error)));
      worker.once("exit", () => reject(new ImageRefused(DAMAGED)));
    });
    if ("refused" in result) throw new ImageRefused(MESSAGES[result.refused]);
    return Buffer.from(result.tiff.buffer);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/**
 * Returns an `ImageRefused` if the decoder ran out of memory. Otherwise returns the error, which is a server error, for example a missing
 * wasm file.
 */
function refusalOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ERR_WORKER_OUT_OF_MEMORY" ? new ImageRefused(MESSAGES.tooLarge) : error;
}
