import { setFlagsFromString } from "node:v8";
import { runCommand } from "./cli/index.ts";

// V8 lets the heap of a small server grow to four times what it holds before it collects garbage: large answers then add 200 MB
// that no request needs (decision 36). The options of NODE_OPTIONS, set in bin/pinned.mjs, do not include this one.
setFlagsFromString("--heap-growing-percent=40");

// The reader of the output may close the pipe first (EPIPE); that must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// Explicitly, because an interrupted command may leave handles that keep the process alive.
process.exit(await runCommand(process.argv.slice(2), process.env));
