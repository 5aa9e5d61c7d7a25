import { defineConfig } from "vitest/config";
import base from "../vitest.config.ts";

const { projects: _, ...options } = base.test ?? {};

/** Runs all tests of the connectors, including the tests that need platform packages, which `npm test` excludes. */
export default defineConfig({
  ...base,
  test: {
    ...options,
    root: `${import.meta.dirname}/..`,
    include: ["connectors/*/*.test.ts"],
  },
});
