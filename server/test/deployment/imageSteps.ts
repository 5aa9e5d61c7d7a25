import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

/** The folder, environment and commands with which a container of the image runs. */
export interface BuiltImage {
  /** The folder that is `/opt/daybook` in the image. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entryPoint: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: string;
}

/**
 * Runs the steps of docs/deploy/Containerfile as commands, each stage in a folder below `work`, so that the tests need no container
 * builder. The base image is this machine with its Node, and no users are created.
 */
export function runImageSteps(work: string): BuiltImage {
  const text = readFileSync(join(root, "docs", "deploy", "Containerfile"), "utf8");
  const lines = text.replaceAll("\\\n", " ").split("\n");
  const stages = new Map<string, string>();
  const environment: Record<string, string> = {};
  let folder = work;
  let entryPoint: string[] = [];
  let healthCheck: string[] = [];
  let user = "";
  for (const line of lines) {
    const [, word = "", rest = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (word === "FROM") {
      const name = / AS (\S+)$/.exec(rest)?.[1] ?? "image";
      folder = join(work, name);
      mkdirSync(folder);
      stages.set(name, folder);
    } else if (word === "COPY") copy(rest, folder, stages);
    else if (word === "RUN" && !rest.startsWith("useradd")) runStep(rest, folder);
    else if (word === "USER") user = rest;
    else if (word === "ENV")
      for (const pair of rest.split(/ +/))
        environment[pair.split("=", 1)[0] ?? ""] = pair.replace(/^[^=]+=/, "");
    else if (word === "ENTRYPOINT") entryPoint = JSON.parse(rest);
    else if (word === "HEALTHCHECK") healthCheck = JSON.parse(rest.replace(/^.*? CMD /, ""));
  }
  return { folder, environment, entryPoint, healthCheck, user };
}

/**
 * Copies files like the instruction COPY: the content of a folder, or files into a folder, without the files that .dockerignore excludes.
 */
function copy(rest: string, folder: string, stages: ReadonlyMap<string, string>): void {
  const words = rest.split(" ");
  const stage = /^--from=(\S+)$/.exec(words[0] ?? "")?.[1];
  const sources = stage === undefined ? words.slice(0, -1) : words.slice(1, -1);
  const target = join(folder, words.at(-1) ?? "");
  for (const source of sources) {
    const from =
      stage === undefined ? join(root, source) : source.replace("/opt/daybook", stages.get(stage) ?? "");
    const isFolder = statSync(from).isDirectory();
    const to = isFolder || !/\/$/.test(words.at(-1) ?? "") ? target : join(target, basename(source));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => stage !== undefined || !isIgnored(path.slice(root.length + 1)),
    });
  }
}

const IGNORED = readFileSync(join(root, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

function isIgnored(path: string): boolean {
  return IGNORED.some((pattern) => {
    const name = pattern.replace("**/", "");
    if (name.startsWith("*")) return path.endsWith(name.slice(1));
    return pattern.startsWith("**/")
      ? path.split("/").includes(name)
      : path === name || path.startsWith(`${name}/`);
  });
}

function runStep(command: string, folder: string): void {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: process.env.HOME },
    encoding: "utf8",
    maxBuffer: 64 << 20,
  });
  if (status !== 0) throw new Error(`${command} failed: ${stdout}${stderr}`);
}
