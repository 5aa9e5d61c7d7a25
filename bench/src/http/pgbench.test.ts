import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import "../../../server/src/app.ts";
import { column, statement } from "../../../server/src/platform/database/index.ts";
import { filledIn, readOneScript } from "./pgbench.ts";
import { referenceScript } from "./reference.ts";
import type { BenchSalon } from "./salon.ts";

const ID = "01a20021-f711-7d6c-bf44-9602160ea560";
const salon: BenchSalon = {
  number: 1,
  businessId: ID,
  locationId: ID,
  serviceId: ID,
  key: "",
  manyKeys: [],
  templates: { staffId: ID, clientId: ID },
};

test("the pgbench script contains the server's statement of a read, with every parameter", () => {
  expect(readOneScript(salon, 10)).toContain("from appointments");
});

test("the reference of bookings is the one of its commit, byte for byte", () => {
  const digest = createHash("sha256").update(referenceScript).digest("hex");
  expect(digest).toBe("fc146fb1b2dc28e16ac75b29f28078d4931b0f860607db002c9141ba15354ea3");
});

test("the values of named parameters are filled in by name, and a list of values is refused", () => {
  statement({
    name: "test_bench_named",
    params: { first: column.integer, second: column.integer },
    sql: "select $second, $first, $second",
  });
  const text = filledIn("test_bench_named", { first: "1", second: ":two" });
  expect(text.replace(/::\w+/g, "")).toBe("select (:two), (1), (:two)");
  expect(() => filledIn("test_bench_named", { first: "1" })).toThrow("no value for $1");
  expect(() => filledIn("test_bench_named", ["1", ":two"])).toThrow("by name");
});
