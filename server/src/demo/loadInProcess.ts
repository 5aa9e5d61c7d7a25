import { fork } from "node:child_process";
import type { Config } from "../platform/config.ts";
import type { PoolerUse } from "../platform/database/index.ts";
import type { LoadedDemo } from "./loadDemo.ts";

/** The parameters that this process sends to the child process. */
export interface DemoInput {
  readonly connection: { readonly connectionString: string; readonly pooler: PoolerUse };
  readonly config: Config;
  readonly secret: string;
}

/** A message from the child process. The last message is `loaded` or `failed`. */
export type DemoMessage =
  | { readonly daybook: "log"; readonly line: string }
  | { readonly daybook: "loaded"; readonly demo: LoadedDemo | undefined }
  | { readonly daybook: "failed"; readonly reason: string };

/**
 * Loads the demo salon in a child process, because the server's process would not release the memory that the load needs. Returns
 * undefined if the database contains a business, and throws an error if the load fails. If this process ends, the child process ends too,
 * and PostgreSQL rolls the load back.
 */
export async function loadInProcess(
  input: DemoInput,
  log: (line: string) => void,
): Promise<LoadedDemo | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<LoadedDemo | undefined>();
  const child = fork(new URL("./demoProcess.ts", import.meta.url), { serialization: "advanced" });
  child.on("message", (message: DemoMessage) => {
    if (message.daybook === "log") log(message.line);
    else if (message.daybook === "loaded") resolve(message.demo);
    else reject(new Error(message.reason));
  });
  child.on("error", reject);
  child.once("exit", (code, signal) =>
    reject(new Error(`The process that loads the demo salon exited with ${signal ?? code}.`)),
  );
  child.send(input);
  return promise;
}
