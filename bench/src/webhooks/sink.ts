import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Receivers on this machine, in a process of their own: at any address of 127.0.0.0/8, all at one port. */
export interface Sink {
  readonly port: number;
  /** Resolves when so many different deliveries have arrived since the last call, with when the last one did. */
  arrived(count: number): Promise<{ readonly lastAt: number }>;
  close(): void;
}

/** What is asked of the sink's process, and what it says. Instants are milliseconds since the epoch, with fractions. */
export type SinkRequest = { readonly count: number };
export type SinkAnswer = { readonly port: number } | { readonly lastAt: number };

const script = fileURLToPath(new URL("sinkProcess.ts", import.meta.url));

export async function openSink(): Promise<Sink> {
  const child: ChildProcess = fork(script);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    port,
    async arrived(count) {
      const request: SinkRequest = { count };
      child.send(request);
      const [answer] = (await once(child, "message")) as [{ lastAt: number }];
      return answer;
    },
    close: () => child.disconnect(),
  };
}
