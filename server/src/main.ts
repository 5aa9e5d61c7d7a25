import { setFlagsFromString } from "node:v8";
import { runCommand } from "./cli/index.ts";

// By default, V8 lets a small heap grow to four times its size before it collects garbage; large responses would then add 200 MB
// (decision 36). bin/pinned.mjs sets other options in NODE_OPTIONS, but not this one.
setFlagsFromString("--heap-growing-percent=40");

// The process that reads the output may close the pipe first. The error (EPIPE) must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// The exit is explicit, because an interrupted command may leave handles that keep the process alive.
process.exit(await runCommand(process.argv.slice(2), process.env));
