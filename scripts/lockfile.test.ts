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

// npm leaves out, without a word, what its registry did not have at that moment, and then `npm ci` refuses
// the lockfile on every machine: a fresh clone would not start.
test("the lockfile holds every package that another one in it asks for, those of other platforms too", () => {
  const missing = Object.entries(lockfile.packages).flatMap(
    ([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !placesFor(path, name).some((place) => lockfile.packages[place]))
        .map((name) => `${path || "package.json"} → ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every version is pinned exactly in our own package.json files", () => {
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

/** Where Node would look for a package from there, nearest first. */
function placesFor(path: string, name: string): string[] {
  const parts = path.split("/node_modules/");
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join("/node_modules/"));
  return [...above.map((place) => `${place}/node_modules/${name}`), `node_modules/${name}`];
}
