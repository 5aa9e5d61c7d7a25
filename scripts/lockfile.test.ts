import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly version?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lockfile = JSON.parse(
  readFileSync(join(dirname(import.meta.dirname), "package-lock.json"), "utf8"),
) as {
  packages: Record<string, LockedPackage>;
};

// When npm writes the lockfile, it silently omits packages that are missing from the registry. npm ci then rejects the
// lockfile on every machine, and a fresh clone does not start.
test("the lockfile contains every dependency of its packages, also those of other platforms", () => {
  const missing = Object.entries(lockfile.packages).flatMap(
    ([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !foldersFor(path, name).some((folder) => lockfile.packages[folder]))
        .map((name) => `${path || "package.json"} → ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every package.json of the project pins exact versions", () => {
  const ours = Object.entries(lockfile.packages).filter(([path]) => !path.includes("node_modules/"));
  const loose = ours.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(
        ([name, version]) => !name.startsWith("@daybook/") && !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
      )
      .map(([name, version]) => `${path || "package.json"}: ${name} ${version}`),
  );
  expect(ours.length).toBeGreaterThan(1);
  expect(loose).toEqual([]);
});

/** Returns the folders in which Node looks for a package that the package at `path` imports, nearest first. */
function foldersFor(path: string, name: string): string[] {
  const parts = path.split("/node_modules/");
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join("/node_modules/"));
  return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}
