import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answered, freePort, stopped } from "../http/processes.ts";
import type { Row } from "../table.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const MOST_SECONDS = 60;

/**
 * How long somebody waits who has just cloned the project and types `npm start`: packages are installed from npm's
 * cache, the database is made, the demo salon loaded, the first request answered. The clone is a copy of the files
 * that git has or would take.
 */
export async function firstAnswerRows(): Promise<Row[]> {
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
    let said = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        said = `${said}${text}`.slice(-10_000);
      });
    }
    try {
      const seconds = (await answered(port, "/health/ready", child, () => said, 600_000)) / 1000;
      const row = {
        work: "clone to the first answer",
        ours: `${seconds.toFixed(1)} s`,
        reference: "",
        bar: `≤ ${MOST_SECONDS} s`,
        isMet: seconds <= MOST_SECONDS,
      };
      return [row];
    } finally {
      await stopped(child);
    }
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
