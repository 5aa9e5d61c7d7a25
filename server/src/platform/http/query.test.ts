import { Type } from "typebox";
import { expect, test } from "vitest";
import { readQuery } from "./query.ts";
import { commaList, query } from "./shapes.ts";

const schema = query({
  status: Type.Optional(commaList(Type.String())),
  limit: Type.Optional(Type.Integer()),
});

test.each(["status=a,b,c", "status=a&status=b&status=c", "status=a,b&status=c", "status=&status=a,b,c"])(
  "a list is read from %s",
  (search) => {
    expect(readQuery(schema, search)).toEqual({ query: { status: ["a", "b", "c"] }, problems: [] });
  },
);

test("a repeated parameter that is no list is refused", () => {
  expect(readQuery(schema, "limit=1&limit=1").problems).toEqual([
    { path: "/limit", message: "must appear only once" },
  ]);
});
