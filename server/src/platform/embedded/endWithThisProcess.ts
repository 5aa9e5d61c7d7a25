import { spawn } from "node:child_process";
import type { DatabaseAccount } from "./account.ts";

/**
 * Stops the database when this process ends. A shell waits for the end of a pipe, which closes even after `kill -9`, and then requests a
 * fast shutdown of the database. Returns a function that ends the shell, for use after the database has stopped. If the shell is killed
 * too, the next start stops the leftover database.
 */
export function endWithThisProcess(databasePid: number, account: DatabaseAccount): () => void {
  const script = 'read -r _; kill -INT "$1" 2>/dev/null';
  // The shell is detached, because Ctrl-C would otherwise end it before the database.
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
