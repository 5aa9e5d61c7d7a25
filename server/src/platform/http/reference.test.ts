import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenSalon, openSalon } from "../../../test/openSalon.ts";
import { referencePage } from "./reference.ts";

let house: OpenSalon;
let page: string;

beforeAll(async () => {
  house = await openSalon();
  page = (await house.app.inject("/docs")).body;
});

afterAll(async () => {
  await house.close();
});

test("the page is HTML for everybody, with a policy that allows its own style and nothing else", async () => {
  const answer = await house.app.inject("/docs");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(answer.headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test("nothing in it is fetched from anywhere, and nothing runs", () => {
  const withoutText = page.replaceAll(/<pre>[\s\S]*?<\/pre>/g, "");
  expect(withoutText).not.toMatch(/<(script|link|img|iframe|object|embed|form|base)\b/i);
  expect(withoutText).not.toMatch(/<[^>]*\s(src|srcset|style|on\w+)=/i);
  expect(withoutText).not.toMatch(/@import|url\(/);
  const links = [...page.matchAll(/ href="([^"]*)"/g)].map(([, target]) => target ?? "");
  expect(links.filter((target) => !target.startsWith("#"))).toEqual(["/api/v1/openapi.json"]);
});

test("every operation and every shape of the description is on it, and every link leads somewhere", async () => {
  const { paths, components } = (await house.app.inject("/api/v1/openapi.json")).json();
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods as object).filter((one) => one.operationId !== undefined),
  );
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? "");
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      ...operations.map(({ operationId }) => operationId),
      ...Object.keys(components.schemas).map((name) => `shape-${name}`),
    ]),
  );
  const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, target]) => target);
  expect(links.filter((target) => !ids.includes(target ?? ""))).toEqual([]);
});

test("whatever tags open are closed in their order", () => {
  const open: string[] = [];
  for (const [, slash, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (name === "meta") continue;
    if (slash === "") open.push(name);
    else expect(open.pop()).toBe(name);
  }
  expect(open).toEqual([]);
});

test("a description's own words stay words, whatever is in them", () => {
  const hostile = `"><script>alert('&')</script>`;
  const written = referencePage({
    info: { title: hostile, version: hostile, description: hostile },
    tags: [{ name: hostile }],
    paths: {
      [hostile]: {
        get: {
          operationId: hostile,
          tags: [hostile],
          summary: `\`${hostile}\``,
          parameters: [{ name: hostile, in: "query", schema: { enum: [hostile], examples: [hostile] } }],
          responses: { 200: { description: hostile, content: { "application/json": { example: hostile } } } },
        },
      },
    },
    components: { schemas: { [hostile]: { properties: { [hostile]: { const: hostile } } } } },
  });
  expect(written).not.toContain("<script");
  expect(written).not.toContain(`"><`.concat("script"));
});
