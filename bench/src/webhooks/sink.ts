import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Webhook receivers in a separate process, at every address of 127.0.0.0/8 on one port. */
export interface Sink {
  readonly port: number;
  /** Resolves when `count` different deliveries have arrived since the last call. */
  arrived(count: number): Promise<Arrival>;
  close(): void;
}

/** The time of the last delivery, in milliseconds since the epoch, with fractions. */
export interface Arrival {
  readonly lastAt: number;
}

/** The messages between the benchmark and the sink's process. */
export type SinkRequest = { readonly count: number };
export type SinkReport = { readonly port: number } | Arrival;

const script = fileURLToPath(new URL("sinkProcess.ts", import.meta.url));

export async function openSink(): Promise<Sink> {
  const child: ChildProcess = fork(script);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    async arrived(count) {
      const request: SinkRequest = { count };
      child.send(request);
      const [report] = (await once(child, "message")) as [Arrival];
      return report;
    },
    close: () => child.disconnect(),
  };
}
