import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandHere } from "./commandHere.ts";
import { fillWithDatabase } from "./migratedFolder.ts";

const LONG = 600_000;
let disk: string;
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), "daybook-disk-"));
});
afterEach(() => {
  spawnSync("umount", [disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Mounts a small file system at `disk`, which requires root. Returns whether this succeeded. */
function mount(options: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", `mode=0777,${options}`, "none", disk]).status === 0;
}
const WHY_SKIPPED = "this user may not mount a file system";

async function refusalOf(command: string): Promise<{ code: number; errors: string }> {
  const { code, errors } = await commandHere([command], { PORT: "0", DAYBOOK_DATA_DIR: join(disk, "data") });
  // The error messages without log lines.
  const sentences = errors.split("\n").filter((line) => line !== "" && !line.startsWith("{"));
  return { code, errors: sentences.join("\n") };
}
const full = () =>
  `The disk of the data folder ${join(disk, "data")} is full. Free some space (a new installation needs 1 GB), or set DAYBOOK_DATA_DIR to a folder on another disk.`;
const readOnly = () =>
  `The data folder ${join(disk, "data")} is on a read-only file system. Mount it writable, or set DAYBOOK_DATA_DIR to another folder.`;

test(
  "a disk too small for a database is reported in one sentence",
  async ({ skip }) => {
    if (!mount("size=10m")) skip(WHY_SKIPPED);
    expect(await refusalOf("start")).toEqual({ code: 1, errors: full() });
  },
  LONG,
);

test(
  "a data folder that cannot be created on a read-only disk is reported in one sentence",
  async ({ skip }) => {
    if (!mount("size=10m,ro")) skip(WHY_SKIPPED);
    expect(await refusalOf("start")).toEqual({ code: 1, errors: readOnly() });
  },
  LONG,
);

test(
  "an installation whose disk became full or read-only is refused in one sentence, and starts afterwards",
  async ({ skip }) => {
    if (!mount("size=300m")) skip(WHY_SKIPPED);
    mkdirSync(join(disk, "data"), { mode: 0o711 });
    await fillWithDatabase(join(disk, "data"));
    const ballast = join(disk, "ballast");
    spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]);
    // Fills the space that dd has left free.
    for (const piece of [1, 2, 3]) {
      try {
        writeFileSync(join(disk, `piece-${piece}`), Buffer.alloc(4096));
      } catch {}
    }
    expect(await refusalOf("start")).toEqual({ code: 1, errors: full() });
    for (const name of ["ballast", "piece-1", "piece-2", "piece-3"])
      rmSync(join(disk, name), { force: true });
    spawnSync("mount", ["-o", "remount,ro", disk]);
    expect(await refusalOf("start")).toEqual({ code: 1, errors: readOnly() });
    spawnSync("mount", ["-o", "remount,rw", disk]);
    expect((await refusalOf("migrate")).code).toBe(0);
  },
  LONG,
);
