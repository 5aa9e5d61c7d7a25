import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { connect, type Daybook, type PathOf } from "../src/index.ts";
import { resources } from "../src/operationTable.ts";

interface Operation {
  readonly operationId: string;
}
interface Description {
  readonly paths: Readonly<
    Record<string, { readonly servers?: unknown } & Readonly<Record<string, Operation>>>
  >;
}

const file = new URL("../../docs/openapi.json", import.meta.url);
const { paths }: Description = JSON.parse(readFileSync(file, "utf8"));

/** All described operations except sign-in, which has its own `servers` in the description. */
const described = Object.entries(paths).flatMap(([path, { servers, ...methods }]) =>
  servers !== undefined ? [] : Object.keys(methods).map((method) => `${method} ${path}`),
);

/** Operations whose requests or responses are not JSON, with the functions that call them. */
const FILES = {
  "post /businesses/{business}/clients/{client}/photos": ({ photos }: Daybook) => photos.upload,
  "get /public/photos/{photo_token}": ({ photos }: Daybook) => photos.download,
  "put /businesses/{business}/staff/{staff}/photo": ({ photos }: Daybook) => photos.replaceOfStaff,
  "put /businesses/{business}/booking-page/logo": ({ photos }: Daybook) => photos.replaceLogo,
  "post /businesses/{business}/imports": ({ imports }: Daybook) => imports.upload,
};

/** The stream that `watchChanges` reads, and files that a browser or calendar program requests by URL. */
const WITHOUT_FUNCTION = [
  "get /businesses/{business}/changes",
  "get /businesses/{business}/audit-log/csv",
  "get /businesses/{business}/exports/{export}/file",
  "get /businesses/{business}/imports/{import}/errors",
  "get /public/calendar-feeds/{feed_token}",
  "get /public/pictures/{picture_token}",
];

test("each operation of the description is a function, and only once", () => {
  const inTable = Object.values(resources).flatMap((operations) => Object.values(operations));
  expect([...inTable, ...Object.keys(FILES), ...WITHOUT_FUNCTION].sort()).toEqual([...described].sort());
  const daybook = connect({ address: "http://127.0.0.1:1" });
  for (const functionOf of Object.values(FILES)) expect(functionOf(daybook)).toBeTypeOf("function");
});

test("each function sends the method and path of its operation", async () => {
  const sent: string[] = [];
  const recordingFetch: typeof fetch = async (url, init) => {
    sent.push(`${init?.method?.toLowerCase()} ${decodeURIComponent(new URL(String(url)).pathname)}`);
    return Response.json({ success: true, data: null });
  };
  const daybook = connect({ address: "http://127.0.0.1:1", fetch: recordingFetch });
  type Anything = (input: object) => Promise<unknown>;
  const functions = daybook as unknown as Readonly<Record<string, Readonly<Record<string, Anything>>>>;
  const expected: string[] = [];
  for (const [resource, operations] of Object.entries(resources))
    for (const [name, target] of Object.entries(operations)) {
      // The value of each parameter is its name in braces, so the requested path equals the path in the description.
      const names = [...target.matchAll(/\{(\w+)\}/g)].map(([whole, parameter]) => [parameter, whole]);
      await functions[resource]?.[name]?.({ path: Object.fromEntries(names) });
      expected.push(target.replace(" ", " /api/v1"));
    }
  expect(sent).toEqual(expected);
});

test("the type of each operation is known", () => {
  type Targets = {
    [R in keyof typeof resources]: (typeof resources)[R][keyof (typeof resources)[R]];
  }[keyof typeof resources];
  type Known = { [M in "get" | "post" | "put" | "patch" | "delete"]: `${M} ${PathOf<M>}` }[
    | "get"
    | "post"
    | "put"
    | "patch"
    | "delete"];
  // This line compiles only if every operation has a type.
  const unknown: [Exclude<Targets, Known>] extends [never] ? "none" : Exclude<Targets, Known> = "none";
  expect(unknown).toBe("none");
});
