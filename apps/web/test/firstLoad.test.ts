import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { firstLoadBytes } from "../tools/firstLoadBytes.ts";

beforeAll(ensureBuilt);

test("a usable calendar loads at most 250 kB of compressed JavaScript", () => {
  const bytes = firstLoadBytes();
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(250_000);
});
