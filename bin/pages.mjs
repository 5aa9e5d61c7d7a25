// This module builds the pages when they are missing or older than their sources. It is plain JavaScript without
// dependencies, because Node loads it before npm installs the packages. Vite builds the pages with the pinned Node version.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, project } from "./pinned.mjs";

const vite = join(project, "node_modules", "vite", "bin", "vite.js");

/** The apps. Each build lists its folder below `dist` and additional arguments for Vite. */
const APPS = [
  { name: "web", builds: [[""]] },
  { name: "booking", builds: [["client"], ["server", "--ssr", "src/server/index.ts"]] },
];
/**
 * The folders and files outside the app that every app's build reads, and the names of files and folders that no build reads.
 */
const SOURCES = ["packages", "engine/src", "sdk/src"];
const FILES = ["package-lock.json", "docs/openapi.json", "sdk/writeTypes.mjs"];
const IGNORED = /^(node_modules|dist|test|tools|states)$|\.test\.tsx?$|^(api|operationTable)\.ts|\.part$/;

const MAX_ATTEMPTS = 10;

/**
 * Builds the pages if they are missing or stale, and reports this on stderr. Returns false if the build fails, for example in
 * a read-only folder. The server then still serves the API.
 */
export function ensurePages() {
  const stale = APPS.map((app) => ({ ...app, hash: sourceHash(app.name) })).filter(
    ({ name, hash }) => readText(join(folderOf(name), "dist", ".sources")) !== hash,
  );
  if (stale.length === 0) return true;
  const startedAt = Date.now();
  process.stderr.write("Building the pages …\n");
  try {
    // The pages include the table of operations, a generated file that git does not contain.
    runNode([join(project, "sdk", "writeTypes.mjs")], project);
    for (const app of stale) build(app);
  } catch (error) {
    process.stderr.write(
      `${error.message}\nThe pages could not be built. Run npm run build as a user who may write to ${join(project, "apps")}.\n`,
    );
    return false;
  }
  process.stderr.write(`Built the pages in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  return true;
}

/** Builds into a temporary folder and renames it, so that other processes never read an incomplete build. */
function build({ name, builds, hash }) {
  const app = folderOf(name);
  const built = join(app, "dist");
  const aside = join("node_modules", ".cache", `pages-${process.pid}`);
  for (const [folder, ...more] of builds)
    runNode([vite, "build", ...more, "--logLevel", "error", "--outDir", join(aside, folder)], app);
  writeFileSync(join(app, aside, ".sources"), hash);
  replaceFolder(join(app, aside), built, () => readText(join(built, ".sources")) === hash);
  rmSync(join(app, aside), { recursive: true, force: true });
}

function folderOf(name) {
  return join(project, "apps", name);
}

function runNode(args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(pinnedNode(), args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(error?.message ?? `${stdout}${stderr}`.trim());
}

function sourceHash(name) {
  const hash = createHash("sha256");
  const files = [...[`apps/${name}`, ...SOURCES].flatMap((folder) => filesBelow(folder)), ...FILES];
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(project, file)))
      .update("\0");
  return hash.digest("hex");
}

function filesBelow(folder) {
  return readdirSync(join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.test(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Replaces the folder `to` with the folder `from`. A rename fails if another process, such as one that runs another test file,
 * replaces `to` at the same time. Makes at most `MAX_ATTEMPTS` attempts, until one of the processes has replaced the folder.
 */
function replaceFolder(from, to, isReplaced) {
  for (let attempt = 1; !isReplaced(); attempt++) {
    try {
      if (existsSync(to)) {
        renameSync(to, `${from}-old`);
        rmSync(`${from}-old`, { recursive: true, force: true });
      }
      renameSync(from, to);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS && !isReplaced()) throw error;
    }
  }
}
