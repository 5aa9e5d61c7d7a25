import { debuglog } from "node:util";
import { type Config, readConfig } from "../platform/config.ts";
import { StartupError } from "../platform/startupError.ts";
import { type Command, readCommand } from "./commandLine.ts";
import { diskProblem } from "./diskProblem.ts";
import { helpText, versionText } from "./help.ts";
import { hasMainProcess } from "./processMessages.ts";
import { runUntilStopped, type Session } from "./session.ts";
import { type ServingCommand, tasksOf } from "./tasks.ts";

/**
 * Runs a `daybook` command and returns its exit code: 0 when the command is done or a server was stopped; 1 for a problem with
 * the machine or the database; 2 for an invalid command or setting; 130 when interrupted. Errors are printed as sentences; with
 * `NODE_DEBUG=daybook` their stack is printed as well.
 */
export async function runCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const command = readCommand(words, environment);
    if (command.name === "help") return print(helpText);
    if (command.name === "version") return print(versionText());
    // These commands call a server, which may run on another machine, so they need no configuration.
    if (command.name === "trigger") {
      await (await import("./trigger.ts")).triggerEvent(command);
      return 0;
    }
    if (command.name === "listen") {
      const { listenToEvents } = await import("./forward.ts");
      await runUntilStopped((session) => listenToEvents(command, session), console.error);
      return 0;
    }
    const config = readConfig(environment);
    const run = (session: Session) =>
      execute(command, config, session).catch((error: unknown) => {
        // `diskProblem` names the data folder, but the file of a backup or export is elsewhere. The original errors name that
        // file.
        const problem = /^(backup|export)/.test(command.name) ? undefined : diskProblem(error, config);
        throw problem === undefined ? error : new StartupError(problem, 1, { cause: error });
      });
    const ending = await runUntilStopped(run, console.error);
    const isServing = command.name === "start" || command.name === "web" || command.name === "worker";
    return ending === "done" || isServing ? 0 : 130;
  } catch (error) {
    debuglog("daybook")("%o", error);
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof StartupError ? error.exitCode : 1;
  }
}

/** The commands that run with the configuration of an installation. */
type ServerCommand = Exclude<Command, { name: "listen" } | { name: "trigger" }>;

/** Runs a command. Loads its module on demand, so that `key create` does not load the whole application. */
async function execute(command: ServerCommand, config: Config, session: Session): Promise<void> {
  switch (command.name) {
    case "start":
    case "web":
    case "worker":
      // The main process of several processes handles no requests, so it does not load the application (decision 72).
      if (startsProcesses(command.name, config))
        return (await import("./serveProcesses.ts")).serveProcesses(command.name, config, session);
      return (await import("./serve.ts")).serve(command.name, config, session);
    case "migrate":
      return (await import("./migrateDatabase.ts")).migrateDatabase(command, config, session);
    case "demo":
      return (await import("./demo.ts")).demo(config, session);
    case "backup":
      return (await import("./backup.ts")).backup(command, config, session);
    case "backup --verify":
      return (await import("./verifyBackup.ts")).verifyBackup(command);
    case "restore":
      return (await import("./restore.ts")).restore(command, config, session);
    case "export-business":
      return (await import("./exportBusiness.ts")).exportBusiness(command, config, session);
    case "import-business":
      return (await import("./importBusiness.ts")).importBusiness(command, config, session);
    case "doctor":
      return (await import("./doctor.ts")).doctor(config, session);
    case "key create":
      return (await import("./createKey.ts")).createKey(command, config, session);
    case "business create":
      return (await import("./createBusiness.ts")).createFirstBusiness(command, config, session);
  }
}

function startsProcesses(command: ServingCommand, config: Config): boolean {
  return tasksOf(command, config.role).web && config.processes > 1 && !hasMainProcess();
}

function print(text: string): number {
  console.log(text);
  return 0;
}
