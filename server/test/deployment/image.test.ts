import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { isFullRun } from "../fullRun.ts";
import { freePort } from "../process/freePort.ts";
import { runImageSteps } from "./imageSteps.ts";

const work = temporaryFolder("image");
afterAll(() => {
  spawnSync("chmod", ["-R", "u+w", work]);
  rmSync(work, { recursive: true, force: true });
});

/** The id of the user `nobody`. The embedded PostgreSQL requires a user that has a name and is not root. */
const NOBODY = 65_534;

function filesOf(folder: string): string[] {
  const { stdout } = spawnSync("find", [folder, "-type", "f", "-printf", "%P %s\n"], {
    encoding: "utf8",
    maxBuffer: 256 << 20,
  });
  return stdout.split("\n").sort();
}

// This test runs only in full runs, because it installs the packages, which takes a minute and requires the npm registry or a filled npm
// cache.
test.runIf(isFullRun)(
  "the steps of the Containerfile make a read-only folder from which an ordinary user runs Daybook",
  async ({ skip }) => {
    if (userInfo().uid !== 0) skip("only root can start a process as another user");
    chmodSync(work, 0o755);
    const image = runImageSteps(work);
    expect(image.user).toBe("daybook");
    expect(readdirSync(join(image.folder, "apps", "web", "dist"))).toContain("index.html");
    spawnSync("chmod", ["-R", "a-w,a+rX", image.folder]);
    const before = filesOf(image.folder);
    expect(before.length).toBeGreaterThan(1_000);

    const data = join(work, "data");
    mkdirSync(data);
    chownSync(data, NOBODY, NOBODY);
    const PORT = `${await freePort()}`;
    const env = {
      ...image.environment,
      PATH: process.env.PATH,
      PORT,
      HOST: "127.0.0.1",
      DAYBOOK_DATA_DIR: data,
    };
    const options = { cwd: image.folder, env, uid: NOBODY, gid: NOBODY } as const;
    const [, ...entry] = image.entryPoint;
    const child = spawn(process.execPath, [...entry, "start"], {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: string[] = [];
    child.stdout.on("data", (chunk) => output.push(String(chunk)));
    child.stderr.on("data", (chunk) => output.push(String(chunk)));
    await vi.waitUntil(() => /is ready at/.test(output.join("")) || child.exitCode !== null, {
      timeout: 240_000,
    });
    expect(child.exitCode, output.join("")).toBeNull();
    const [, ...check] = image.healthCheck;
    const isHealthy = () => spawnSync(process.execPath, check, { ...options, timeout: 30_000 }).status;
    expect(isHealthy()).toBe(0);
    const page = await fetch(`http://127.0.0.1:${PORT}/app`);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      expect.stringContaining("text/html"),
    ]);
    child.kill("SIGTERM");
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(isHealthy()).toBe(1);
    expect(filesOf(image.folder)).toEqual(before);
  },
  900_000,
);
