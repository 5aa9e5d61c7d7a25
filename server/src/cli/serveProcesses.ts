import type { Config } from "../platform/config.ts";
import { openLog } from "../platform/log/index.ts";
import { prepareInstallation } from "./prepareInstallation.ts";
import type { Session } from "./session.ts";
import { announceStart } from "./startMessage.ts";
import { type ProcessSpec, superviseProcesses } from "./superviseProcesses.ts";
import { type ServingCommand, tasksOf } from "./tasks.ts";

/** The time that a child process needs, in addition to `DAYBOOK_SHUTDOWN_SECONDS`, to close the database and to end. */
const ENDING_MS = 8_000;

/**
 * `daybook start` and `web` with `DAYBOOK_PROCESSES` above 1: this main process opens the database (starting the embedded one if needed),
 * migrates it, loads the demo salon and starts child processes: `DAYBOOK_PROCESSES` web processes and, if the command includes the
 * worker, one worker (decision 72). The main process handles no requests itself.
 */
export async function serveProcesses(
  command: ServingCommand,
  config: Config,
  session: Session,
): Promise<void> {
  const tasks = tasksOf(command, config.role);
  const log = openLog({ level: config.log, stream: process.stderr, process: "main" });
  const installation = await prepareInstallation(command, { config, session, log });
  const DATABASE_URL = installation.connectionString;
  const specs: ProcessSpec[] = Array.from({ length: config.processes }, (_, nth) => ({
    name: `web-${nth + 1}`,
    command: "web",
    environment: { DATABASE_URL, DAYBOOK_ROLE: "web" },
  }));
  // `PORT` is cleared, because the web processes listen on this port, and the worker would use it for its health checks.
  if (tasks.worker)
    specs.push({
      name: "worker",
      command: "worker",
      environment: { DATABASE_URL, DAYBOOK_ROLE: "worker", PORT: "" },
    });
  const supervision = await superviseProcesses(specs, log);
  session.beforeEnd(() => supervision.stop(config.shutdownSeconds * 1_000 + ENDING_MS));
  await announceStart({ tasks, config, log, address: supervision.address, installation });
  // This promise never resolves, because the session ends the process when it receives a stop signal.
  await new Promise<never>(() => {});
}
