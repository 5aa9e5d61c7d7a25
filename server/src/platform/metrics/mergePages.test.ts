import { Counter, Registry } from "prom-client";
import { expect, test } from "vitest";
import { mergePages } from "./mergePages.ts";

async function pageOf(process: string, names: readonly string[]): Promise<string> {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  for (const name of names) {
    const counter = new Counter({
      name,
      help: `Help of ${name}`,
      labelNames: ["way"],
      registers: [registry],
    });
    counter.inc({ way: "there" }, 2);
    counter.inc({ way: "back" }, 3);
  }
  return registry.metrics();
}

test("each metric has one HELP and one TYPE and the samples of all processes", async () => {
  const merged = mergePages([
    await pageOf("web-1", ["a_total"]),
    await pageOf("web-2", ["a_total", "b_total"]),
  ]);
  expect(merged).toBe(`# HELP a_total Help of a_total
# TYPE a_total counter
a_total{way="there",process="web-1"} 2
a_total{way="back",process="web-1"} 3
a_total{way="there",process="web-2"} 2
a_total{way="back",process="web-2"} 3

# HELP b_total Help of b_total
# TYPE b_total counter
b_total{way="there",process="web-2"} 2
b_total{way="back",process="web-2"} 3
`);
});

test("a page without metrics adds nothing", () => {
  expect(mergePages(["", "\n"])).toBe("");
});
