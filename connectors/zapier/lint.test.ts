import { expect, test } from "vitest";
import app from "./index.js";
import { lint, type ZapierApp } from "./lint.ts";
import { fieldProblems, missingKeys, timeProblems } from "./lintResults.ts";
import { addressOf } from "./requests.js";

const zapier = app as unknown as ZapierApp;

test("the app has eleven visible triggers, and the lint finds nothing in it", () => {
  const visible = Object.values(zapier.triggers).filter(({ display }) => !display.hidden);
  expect(visible).toHaveLength(11);
  expect(lint(zapier)).toEqual([]);
});

/** Returns the app with one changed value. The lint treats a key with the value `undefined` as missing. */
function broken(path: string, value: unknown): ZapierApp {
  const keys = path.split("/");
  const copy = (inner: unknown, depth: number): unknown => {
    const key = keys[depth] ?? "";
    if (depth === keys.length) return value;
    const own = inner as Record<string, unknown>;
    return Array.isArray(inner)
      ? inner.map((item, index) => (`${index}` === key ? copy(item, depth + 1) : item))
      : { ...own, [key]: copy(own[key], depth + 1) };
  };
  return copy(zapier, 0) as ZapierApp;
}

const TRIGGER = "triggers/client_created";
const BOOK = "creates/book_appointment/operation/inputFields";
const hook = { ...zapier.triggers.client_created?.operation, performSubscribe: undefined };
const onlyHook = {
  ...zapier,
  triggers: { only: { key: "only", display: { label: "Only", description: "" }, operation: hook } },
  searches: {},
  creates: {},
} as unknown as ZapierApp;

test.each<[string, ZapierApp]>([
  ["D001", broken(`${BOOK}/0/key`, "api_key")],
  ["D003", broken("authentication/connectionLabel", "Daybook")],
  ["D003", broken("authentication/connectionLabel", "{{api_key}}")],
  ["D004", broken(`${BOOK}/0/dynamic`, undefined)],
  ["D005", broken(`${BOOK}/0/dynamic`, "pets_list.id.name")],
  ["D006", broken(`${TRIGGER}/operation/performList`, undefined)],
  ["D008", broken(`${BOOK}/2/helpText`, "See https://example.com")],
  ["D008", broken(`${BOOK}/2/helpText`, "See [the page(https://example.com)")],
  ["D009", broken("searches/find_clients/operation/inputFields", [])],
  ["D010", broken("triggers/clients_list/operation/sample", { name: "Zoë" })],
  ["D010", broken("triggers/clients_list/operation/outputFields/0", { key: "number", primary: true })],
  ["D011", broken(`${BOOK}/2/helpText`, "Start.")],
  ["D012", broken(`${TRIGGER}/operation/sample`, undefined)],
  ["D013", broken(`${BOOK}/1/search`, "find_pets.id")],
  ["D014", broken(`${BOOK}/1/dynamic`, undefined)],
  ["D014", broken(`${BOOK}/1/list`, true)],
  ["D014", broken(`${BOOK}/1/type`, "datetime")],
  ["D015", broken("searchOrCreates/find_clients/create", "create_pet")],
  ["D016", onlyHook],
  ["D017", broken(`${TRIGGER}/operation/performUnsubscribe`, undefined)],
  ["D018", broken(`${TRIGGER}/display/label`, "new client")],
  ["D021", broken(`${TRIGGER}/display/description`, "A client is created")],
  ["D023", broken(`${TRIGGER}/operation/sample`, { id: "1", created_at: "2027-03-01T09:00:00" })],
  ["D024", broken("creates/create_client/operation/sample", { id: 1, version: "1" })],
  ["D025", broken(`${BOOK}/2/helpText`, "[See](javascript:alert(1))")],
  ["D028", broken("flags/cleanInputData", true)],
  ["D028", broken("flags/cleanInputData", undefined)],
  ["D028", broken(`${TRIGGER}/operation/cleanInputData`, true)],
])("the lint finds %s", (check, changed) => {
  expect(lint(changed).join("\n")).toContain(`${check}: `);
});

test("the checks of live results find times, keys and types", () => {
  expect(timeProblems({ data: { starts_at: "01 Aug 2027" } }, "T003")).toHaveLength(1);
  expect(missingKeys({ id: 1, items: [{ name: "" }] }, { items: [{}] }, "T004")).toHaveLength(2);
  expect(missingKeys({ id: 1 }, {}, "T006")).toHaveLength(1);
  const fields = [{ key: "data__items[]minutes", type: "integer" }];
  expect(fieldProblems({ data: { items: [{ minutes: "9" }, { minutes: 9 }] } }, fields, "T005")).toHaveLength(
    1,
  );
  expect(fieldProblems({}, [{ key: "id", type: "string", required: true }], "Z001")).toHaveLength(1);
});

const z = { errors: { Error } };

test("the address is checked before a request (D026)", () => {
  const address = (base_url: string) => addressOf(z, { base_url });
  expect(address(" https://book.example.com/salon/ ")).toBe("https://book.example.com/salon");
  for (const wrong of [
    "http://book.example.com",
    "book.example.com",
    "https://user:key@book.example.com",
    "https://book.example.com?to=evil",
    "https://[::1]",
    "javascript:alert(1)",
    "",
  ])
    expect(() => address(wrong), wrong).toThrow("must look like");
});
