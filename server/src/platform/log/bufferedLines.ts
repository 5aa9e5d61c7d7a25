import type { LogStream } from "./log.ts";

/** The longest time for which a line of level `info` waits in memory. */
const MAX_WAIT_MS = 50;
/** Lines are written at once when they exceed this size together. */
const MAX_BYTES = 16_384;

/** Every line starts with its level (log.ts). */
const INFO = '{"level":"info"';

/**
 * Returns a stream that writes lines of level `info` together, at most 50 ms later. A write to a pipe is a system call that blocks the
 * process, which took 8% of the CPU time of a small read. A warning or an error is written at once, after the lines before it, and
 * `flush` writes what is left. Only a process that is killed loses lines.
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
