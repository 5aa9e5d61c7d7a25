import type { Import, Module } from "./modules.ts";

/**
 * Returns a sentence for each import that violates the layout in ARCHITECTURE.md. The engine imports no other package. The
 * SDK and the pages do not import the server. Inside the server, a module imports only from its own and lower layers (kernel
 * ← platform ← tables ← features ← app ← command line ← main), and a feature imports another feature only through its
 * `index.ts`. Tests may import everything in their own package, and some also the server or the SDK.
 */
export function problemsOf(module: Module, modules: readonly Module[]): string[] {
  const files = new Set(modules.map(({ path }) => path));
  return module.imports.flatMap((one) => {
    const broken = ruleBrokenBy(module.path, one, files);
    return broken === undefined ? [] : [`${module.path} imports ${one.specifier}: ${broken}.`];
  });
}

/**
 * Returns a sentence for each circular import between modules and between features. Type-only imports count only between
 * features. Lists each cycle once.
 */
export function circlesIn(modules: readonly Module[]): string[] {
  const ofModules = new Map<string, Set<string>>();
  const ofFeatures = new Map<string, Set<string>>();
  for (const { path, imports } of modules.filter((module) => !isTest(module.path))) {
    for (const { file, typeOnly } of imports) {
      if (file === undefined) continue;
      if (!typeOnly) follow(ofModules, path, file);
      const [from, to] = [featureOf(path), featureOf(file)];
      if (from !== undefined && to !== undefined && from !== to) follow(ofFeatures, from, to);
    }
  }
  return [
    ...circles(ofModules).map(
      (circle) => `These modules import each other in a circle: ${circle.join(" → ")}.`,
    ),
    ...circles(ofFeatures).map(
      (circle) => `These features use each other in a circle: ${circle.join(" → ")}.`,
    ),
  ];
}

function ruleBrokenBy(
  path: string,
  { specifier, file }: Import,
  files: ReadonlySet<string>,
): string | undefined {
  const from = packageOf(path);
  const to = file === undefined ? packageNamed(specifier, files) : packageOf(file);
  if (file !== undefined && /\.tsx?$/.test(file) && !files.has(file)) return "there is no such file";
  if (to !== undefined && to !== from) {
    const allowed = packagesOpenTo[kindOf(from)] ?? [];
    // The SDK's tests use the real server.
    if (from === "sdk" && to === "server" && isTest(path)) return undefined;
    // The pages' tests use the real server and the server's fixtures.
    if (kindOf(from) === "apps" && to === "server" && isTest(path)) return undefined;
    // The server's tests use the SDK as their client.
    if (from === "server" && specifier === "@daybook/sdk" && isTest(path)) return undefined;
    // The connectors' tests use the real server and the server's fixtures.
    if (from === "connectors" && to === "server" && isTest(path)) return undefined;
    // The configuration of the connectors' tests extends the configuration in the root folder.
    if (path === "connectors/vitest.config.ts" && file === "vitest.config.ts") return undefined;
    if (!allowed.includes(kindOf(to))) return `${from} must not import ${to}`;
    // Benchmarks and scripts may also import modules that a package does not export.
    if (file !== undefined && !reachesInside.includes(from))
      return `another package is imported by its name, @daybook/${to.split("/").at(-1)}`;
  }
  if (isTest(path)) return undefined;
  if (file !== undefined && isTest(file)) return "only tests may import files of the tests";
  if (from === "engine" && specifier.startsWith("node:")) return "the engine does no I/O and reads no clock";
  return from === "server" && to === "server" && file !== undefined
    ? layerBrokenBy(path, file)
    : kernelBrokenBy(path, specifier);
}

const groupIndex = /^server\/src\/features\/(?!webhooks\/)[^/]+\/index\.ts$/;

function layerBrokenBy(path: string, file: string): string | undefined {
  const [from, to] = [layerOf(path), layerOf(file)];
  if (to > from) return `${layerNames[from]} must not import ${layerNames[to]}`;
  const [feature, other] = [featureOf(path), featureOf(file)];
  // A group's index.ts collects the routes and jobs of its features for the application.
  if (feature !== undefined && groupIndex.test(file)) return "a group's index.ts is for the application only";
  if (other === undefined || other === feature) return undefined;
  return file === `server/src/features/${other}/index.ts`
    ? undefined
    : `${other} is imported through its index.ts only`;
}

function kernelBrokenBy(path: string, specifier: string): string | undefined {
  if (!path.startsWith("server/src/kernel/") || !specifier.startsWith("node:") || specifier === "node:crypto")
    return undefined;
  return "the kernel does no I/O";
}

/**
 * The other packages that each package may import. `apps` and `packages` stand for each of their folders. An app may import
 * all `packages/*` but no other app.
 */
const packagesOpenTo: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  sdk: [],
  packages: ["packages"],
  server: ["engine", "packages"],
  apps: ["sdk", "engine", "packages"],
  bench: ["engine", "server", "sdk", "apps"],
  scripts: ["engine", "server", "sdk", "packages"],
  connectors: ["sdk"],
};

const reachesInside = ["bench", "scripts"];

/** The server's layers, lowest first. A module may import its own layer and lower layers. */
const layerNames = [
  "the kernel",
  "the platform",
  "the tables",
  "a feature",
  "the application",
  "the command line",
  "main",
] as const;

function layerOf(path: string): number {
  const inServer = path.replace(/^server\/src\//, "");
  if (inServer.startsWith("kernel/")) return 0;
  if (inServer.startsWith("platform/")) return 1;
  if (inServer.startsWith("tables/")) return 2;
  if (inServer.startsWith("features/")) return 3;
  if (inServer.startsWith("cli/")) return 5;
  return inServer === "main.ts" ? 6 : 4;
}

/** Returns the package of a file: `server`, `apps/web`, `packages/tokens`. */
function packageOf(path: string): string {
  const [folder = "", name] = path.split("/");
  // Files in the root folder configure tools. The rules of the scripts apply to them.
  if (name === undefined) return "scripts";
  return folder === "apps" || folder === "packages" ? `${folder}/${name}` : folder;
}

function kindOf(name: string): string {
  return name.split("/")[0] ?? "";
}

/** Returns the project's package for a specifier such as `@daybook/tokens`; undefined for external packages. */
function packageNamed(specifier: string, files: ReadonlySet<string>): string | undefined {
  const name = /^@daybook\/([\w-]+)/.exec(specifier)?.[1];
  if (name === undefined) return undefined;
  const parent = ["packages", "apps"].find((folder) =>
    [...files].some((file) => file.startsWith(`${folder}/${name}/`)),
  );
  return parent === undefined ? name : `${parent}/${name}`;
}

/** Returns the feature of a server file as `group/feature`. The feature `webhooks` has no group. */
export function featureOf(path: string): string | undefined {
  return /^server\/src\/features\/(webhooks|[^/]+\/[^/]+)\//.exec(path)?.[1];
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^((apps|packages|connectors)\/)?[\w-]+\/(test|cases)\//.test(path);
}

function follow(graph: Map<string, Set<string>>, from: string, to: string): void {
  const known = graph.get(from);
  if (known) known.add(to);
  else graph.set(from, new Set([to]));
}

/** Finds cycles by depth-first search: an edge to a node on the current path closes a cycle. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]) => {
    const opened = trail.indexOf(node);
    if (opened >= 0) return void found.push([...trail.slice(opened), node]);
    if (done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}
