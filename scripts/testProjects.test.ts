import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import config from "../vitest.config.ts";
import { LONG_TESTS } from "./testOrder.ts";

const root = dirname(import.meta.dirname);
const exclude = (name: string) => /(^|\/)(node_modules|dist)(\/|$)/.test(name);
/** `npm run connectors` runs these tests, because they need packages that are not open source. */
const LICENSED = /^connectors\/(n8n|zapier)\/(live|matrix)\.test\.ts$/;
const tests = globSync("**/*.test.{ts,tsx}", { cwd: root, exclude })
  .filter((path) => !LICENSED.test(path))
  .sort();

/** Returns the test files of a project of vitest.config.ts. */
function filesOf(project: {
  readonly test: { readonly include: string[]; readonly exclude?: string[]; readonly isolate?: boolean };
}) {
  const excluded = new Set(
    project.test.exclude?.flatMap((pattern) => globSync(pattern, { cwd: root, exclude })),
  );
  const included = project.test.include.flatMap((pattern) => globSync(pattern, { cwd: root, exclude }));
  return included.filter((path) => !excluded.has(path));
}

test("every test file is in exactly one project", () => {
  const projects = (config.test?.projects ?? []) as Parameters<typeof filesOf>[0][];
  expect(projects.length).toBeGreaterThan(1);
  expect(projects.flatMap(filesOf).sort()).toEqual(tests);
});

test("the long tests that start first exist, each once", () => {
  expect(LONG_TESTS.filter((path) => !tests.includes(path))).toEqual([]);
  expect(new Set(LONG_TESTS).size).toBe(LONG_TESTS.length);
});

test("a test file that runs other test files has its own process, because a process loads a module once", () => {
  const projects = (config.test?.projects ?? []) as Parameters<typeof filesOf>[0][];
  const isolated = projects.filter(({ test }) => test.isolate !== false).flatMap(filesOf);
  const running = tests.filter((path) =>
    /^\s*await import\("\.[^"]+\.test\.tsx?"\)/m.test(readFileSync(join(root, path), "utf8")),
  );
  expect(running).toContain("server/test/process/oneCommand.test.ts");
  expect(running.filter((path) => !isolated.includes(path))).toEqual([]);
});

test("the statements of test files have different names, because files may share a process", () => {
  const names = tests.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/\bstatement\(\{\s*name: "(\w+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(50);
  // statement.test.ts declares a name twice to test that `statement` throws.
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(["test_twice"]);
});
