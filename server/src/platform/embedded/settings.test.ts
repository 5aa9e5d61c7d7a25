import { expect, test } from "vitest";
import { effectiveCacheMb, sharedBuffersMb } from "./settings.ts";

const GB = 2 ** 30;

test("PostgreSQL's buffers are a fifth of the memory, from 64 MB to 1 GB", () => {
  expect([GB / 8, 2 * GB, 4 * GB, 64 * GB].map(sharedBuffersMb)).toEqual([64, 410, 819, 1024]);
});

test("the planner counts on half of the memory, at least 512 MB", () => {
  expect([GB / 2, 8 * GB].map(effectiveCacheMb)).toEqual([512, 4096]);
});
