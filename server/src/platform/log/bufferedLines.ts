import type { LogStream } from "./log.ts";

/** The maximum time for which a line of level `info` waits in memory. */
const MAX_WAIT_MS = 50;
/** Buffered lines are written immediately when their total length reaches this limit. */
const MAX_BYTES = 16_384;

/** The start of each line of level `info`: a line starts with its level (log.ts). */
const INFO = '{"level":"info"';

/**
 * Returns a stream that buffers lines of level `info` for at most 50 ms and writes them together. Each write to a pipe is a system call
 * that blocks the process: formatting and writing one line for each request took 8% of the CPU time of a small read. A warning or an error
 * is written immediately, after the buffered lines, and `flush` writes the buffered lines. Lines are lost only if the process is killed.
 */
export function bufferedLines(target: LogStream): LogStream & { flush(): void } {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines === "") return;
    const waiting = lines;
    lines = "";
    target.write(waiting);
  }

  return {
    flush,
    write(line) {
      lines += line;
      if (!line.startsWith(INFO) || lines.length >= MAX_BYTES) flush();
      else timer ??= setTimeout(flush, MAX_WAIT_MS).unref();
    },
  };
}
