import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort, stop, waitForAnswer } from "../http/processes.ts";
import type { Row } from "../table.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const MAX_SECONDS = 60;

/**
 * Measures the time from `npm start` in a fresh clone to the first response. npm start installs the packages from npm's
 * cache, creates the database and loads the demo salon. The clone is a copy of all files that git does not ignore.
 */
export async function firstResponseRows(): Promise<Row[]> {
  const clone = mkdtempSync(join(tmpdir(), "daybook-bench-"));
  try {
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const file of listed.split("\0").filter(Boolean)) cpSync(join(root, file), join(clone, file));
    const port = await freePort();
    const child = spawn("npm", ["start"], {
      cwd: clone,
      env: { ...process.env, PORT: String(port), DATABASE_URL: "", DAYBOOK_DATA_DIR: join(clone, "data") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output = `${output}${text}`.slice(-10_000);
      });
    }
    try {
      const seconds = (await waitForAnswer(port, "/health/ready", child, () => output, 600_000)) / 1000;
      const row = {
        name: "clone to the first response",
        result: `${seconds.toFixed(1)} s`,
        reference: "",
        target: `≤ ${MAX_SECONDS} s`,
        isMet: seconds <= MAX_SECONDS,
      };
      return [row];
    } finally {
      await stop(child);
    }
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
