import type { Import, Module } from "./modules.ts";

/**
 * What one module imports against the rules of the house, a sentence each:
 * the engine stands alone and is pure, the sdk does not know the server, inside the server
 * kernel ← platform ← features ← app ← command line ← main, and a feature is entered by its
 * `index.ts` only. Tests may look where they like inside their own package.
 */
export function problemsOf(module: Module, modules: readonly Module[]): string[] {
  const files = new Set(modules.map(({ path }) => path));
  return module.imports.flatMap((one) => {
    const broken = ruleBrokenBy(module.path, one, files);
    return broken === undefined ? [] : [`${module.path} imports ${one.specifier}: ${broken}.`];
  });
}

/**
 * Circles among modules that run (types alone make none), and among features, where a type is as
 * much of a bond as a function. Each circle is named once.
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
  const to = file === undefined ? /^@daybook\/(\w+)/.exec(specifier)?.[1] : packageOf(file);
  if (file?.endsWith(".ts") && !files.has(file)) return "there is no such file";
  if (to !== undefined && to !== from) {
    const allowed = packagesOpenTo[from] ?? [];
    // The sdk does not know the server, but its tests are about nothing else than the two together.
    if (from === "sdk" && to === "server" && isTest(path)) return undefined;
    // And the server is nobody's client, but its tests ask it as everybody else does.
    if (from === "server" && specifier === "@daybook/sdk" && isTest(path)) return undefined;
    if (!allowed.includes(to)) return `${from} may not know ${to}`;
    // Measurements and checks look at parts that are nobody else's business.
    if (file !== undefined && !reachesInside.includes(from))
      return `another package is imported by its name, @daybook/${to}`;
  }
  if (isTest(path)) return undefined;
  if (file !== undefined && isTest(file)) return "only tests may use what was made for tests";
  if (from === "engine" && specifier.startsWith("node:")) return "the engine does no I/O and reads no clock";
  return from === "server" && to === "server" && file !== undefined
    ? layerBrokenBy(path, file)
    : kernelBrokenBy(path, specifier);
}

const groupIndex = /^server\/src\/features\/(?!webhooks\/)[^/]+\/index\.ts$/;

function layerBrokenBy(path: string, file: string): string | undefined {
  const [from, to] = [layerOf(path), layerOf(file)];
  if (to > from) return `${layerNames[from]} may not know ${layerNames[to]}`;
  const [feature, other] = [featureOf(path), featureOf(file)];
  // The index.ts of a group collects its features' routes and jobs for the application; features do not use it.
  if (feature !== undefined && groupIndex.test(file)) return "a group's index.ts is for the application only";
  if (other === undefined || other === feature) return undefined;
  return file === `server/src/features/${other}/index.ts`
    ? undefined
    : `${other} is entered by its index.ts only`;
}

function kernelBrokenBy(path: string, specifier: string): string | undefined {
  if (!path.startsWith("server/src/kernel/") || !specifier.startsWith("node:") || specifier === "node:crypto")
    return undefined;
  return "the kernel does no I/O";
}

/** Which other packages each one may import. */
const packagesOpenTo: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  sdk: [],
  server: ["engine"],
  web: ["sdk", "engine"],
  bench: ["engine", "server", "sdk"],
  scripts: ["engine", "server", "sdk"],
};

const reachesInside = ["bench", "scripts"];

/** From the ground up; a module may import its own layer and those below. */
const layerNames = [
  "the kernel",
  "the platform",
  "a feature",
  "the application",
  "the command line",
  "main",
] as const;

function layerOf(path: string): number {
  const place = path.replace(/^server\/src\//, "");
  if (place.startsWith("kernel/")) return 0;
  if (place.startsWith("platform/")) return 1;
  if (place.startsWith("features/")) return 2;
  if (place.startsWith("cli/")) return 4;
  return place === "main.ts" ? 5 : 3;
}

function packageOf(path: string): string {
  return path.split("/")[0] ?? "";
}

/** `group/feature`; `webhooks` is a feature without a group. */
function featureOf(path: string): string | undefined {
  return /^server\/src\/features\/(webhooks|[^/]+\/[^/]+)\//.exec(path)?.[1];
}

function isTest(path: string): boolean {
  return path.endsWith(".test.ts") || /^\w+\/(test|cases)\//.test(path);
}

function follow(graph: Map<string, Set<string>>, from: string, to: string): void {
  const known = graph.get(from);
  if (known) known.add(to);
  else graph.set(from, new Set([to]));
}

/** Depth first; whatever leads back to a node that is still open closes a circle. */
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
