import { defineConfig } from "vitest/config";
import base from "../vitest.config.ts";

const { projects: _, ...options } = base.test ?? {};

/** All tests of the connectors, also those that `npm test` leaves out because they need packages of the platforms. */
export default defineConfig({
  ...base,
  test: {
    ...options,
    root: `${import.meta.dirname}/..`,
    include: ["connectors/*/*.test.ts"],
  },
});
