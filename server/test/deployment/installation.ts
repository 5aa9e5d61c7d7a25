import { vi } from "vitest";
import { daybook, newDataFolder, type RunningCommand } from "../process/daybook.ts";
import { freePort } from "../process/freePort.ts";
import { PUBLIC_URL } from "./proxies.ts";

/** The processes of docs/deploy/compose.yaml without containers: two web processes and two workers. */
export interface Installation {
  readonly ports: readonly number[];
  /**
   * Restarts one process after another, as an upgrade does. After the restart of a web process, waits for `isKnown`. Returns the exit
   * codes.
   */
  restartEach(isKnown: (port: number) => Promise<void>): Promise<(number | null)[]>;
  /** The logs of all processes, including those that have ended. */
  errors(): string;
  close(): Promise<void>;
}

export async function openInstallation(connectionString: string): Promise<Installation> {
  const dataDir = newDataFolder();
  const ports = [await freePort(), await freePort()];
  const environment = {
    DAYBOOK_DATA_DIR: dataDir,
    DATABASE_URL: connectionString,
    DAYBOOK_SECRET: "s".repeat(32),
    DAYBOOK_PUBLIC_URL: PUBLIC_URL,
    DAYBOOK_TRUST_PROXY: "1",
    DAYBOOK_RATE_LIMIT_PER_MINUTE: "0",
    DAYBOOK_WEBHOOK_ALLOW_PRIVATE: "1",
    DAYBOOK_WEBHOOK_ALLOW_HTTP: "1",
    DAYBOOK_LOG: "warn",
  };
  const started: RunningCommand[] = [];
  const start = async (words: readonly string[], more: Record<string, string>) => {
    const running = daybook(words, { ...environment, ...more });
    started.push(running);
    const isReady = () => /is ready/.test(running.output());
    await vi.waitUntil(() => isReady() || running.child.exitCode !== null, { timeout: 240_000 });
    if (!isReady()) throw new Error(`It did not start: ${running.errors()}`);
    return running;
  };
  const starts = [
    ...ports.map((port) => () => start(["web"], { PORT: `${port}` })),
    ...["worker", "worker"].map((command) => () => start([command], {})),
  ];
  const running = await Promise.all(starts.map((begin) => begin()));

  async function stop(one: RunningCommand | undefined): Promise<number | null> {
    one?.child.kill("SIGTERM");
    return (await one?.ended) ?? null;
  }

  return {
    ports,
    async restartEach(isKnown) {
      const codes: (number | null)[] = [];
      for (const [nth, begin] of starts.entries()) {
        codes.push(await stop(running[nth]));
        running[nth] = await begin();
        const port = ports[nth];
        if (port !== undefined) await isKnown(port);
      }
      return codes;
    },
    errors: () => started.map((one) => one.errors()).join(""),
    async close() {
      await Promise.all(running.map(stop));
    },
  };
}
