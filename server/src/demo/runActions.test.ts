import { expect, test } from "vitest";
import { drawClients } from "./clients.ts";
import { type Action, runActions } from "./runActions.ts";

const [zoe = null, max = null] = drawClients(20_000);

/** Returns a function that creates actions; they take a number of microtasks and record their start and end. */
function recorder(records: string[]) {
  return (
    name: string,
    client: Action["client"],
    turns: number,
    order: Action["order"] = "parallel",
  ): Action => ({
    at: 0,
    client,
    order,
    run: async () => {
      records.push(`${name} starts`);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      records.push(`${name} ends`);
    },
  });
}

test("actions of one client run one after another, in parallel with those of other clients", async () => {
  const records: string[] = [];
  const action = recorder(records);
  await runActions([action("Zoë signs", zoe, 50), action("Max signs", max, 10), action("Zoë pays", zoe, 1)]);
  expect(records).toEqual([
    "Zoë signs starts",
    "Max signs starts",
    "Max signs ends",
    "Zoë signs ends",
    "Zoë pays starts",
    "Zoë pays ends",
  ]);
});

test("an awaited action starts after earlier actions of its client and ends before any later action starts", async () => {
  const records: string[] = [];
  const action = recorder(records);
  await runActions([
    action("Zoë signs", zoe, 20),
    action("Zoë books", zoe, 20, "awaited"),
    action("Max books", max, 1, "awaited"),
  ]);
  expect(records).toEqual([
    "Zoë signs starts",
    "Zoë signs ends",
    "Zoë books starts",
    "Zoë books ends",
    "Max books starts",
    "Max books ends",
  ]);
});

test("an action that runs alone starts after all earlier actions have ended", async () => {
  const records: string[] = [];
  const action = recorder(records);
  await runActions([action("Zoë signs", zoe, 20), action("Template", null, 1, "alone")]);
  expect(records).toEqual(["Zoë signs starts", "Zoë signs ends", "Template starts", "Template ends"]);
});

test("after a failure no action starts, and the error is thrown when the running actions have ended", async () => {
  const records: string[] = [];
  const action = recorder(records);
  const failing: Action = {
    ...action("", max, 0, "awaited"),
    run: () => Promise.reject(new Error("Refused.")),
  };
  const later = action("Zoë pays", null, 1);
  await expect(runActions([action("Zoë signs", zoe, 50), failing, later])).rejects.toThrow("Refused.");
  expect(records).toEqual(["Zoë signs starts", "Zoë signs ends"]);
  const parallel: Action = { ...failing, order: "parallel" };
  await expect(runActions([parallel, action("Zoë books", zoe, 50, "awaited")])).rejects.toThrow("Refused.");
});
