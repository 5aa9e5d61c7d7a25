import { runCommand } from "./cli/index.ts";

// Whoever reads our output may go away first; that must not end the server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

// Ended in so many words: an interrupted command may have left something that would keep the process.
process.exit(await runCommand(process.argv.slice(2), process.env));
