import { spawn } from "node:child_process";
import type { DatabaseAccount } from "./account.ts";

/**
 * Ties the database's process to ours: a shell waits on a pipe that closes when we end, even by
 * `kill -9`, and then asks the database for a fast shutdown, so that nothing lingers. Answers a way
 * to cut the tie after the database has ended by itself. A convenience, not the guard: if the shell
 * is killed too, the next start ends the survivor.
 */
export function endWithThisProcess(databasePid: number, account: DatabaseAccount): () => void {
  const script = 'read -r _; kill -INT "$1" 2>/dev/null';
  // Detached, because Ctrl-C is meant for us and would end the watch before the database.
  const watch = spawn("/bin/sh", ["-c", script, "daybook-lifeline", `${databasePid}`], {
    ...account.switchTo,
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watch.on("error", () => {});
  watch.stdin.on("error", () => {});
  watch.unref();
  return () => void watch.kill("SIGKILL");
}
