import { runCommand } from "./cli/index.ts";

// The reader of the output may close the pipe first (EPIPE); that must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// Explicitly, because an interrupted command may leave handles that keep the process alive.
process.exit(await runCommand(process.argv.slice(2), process.env));
