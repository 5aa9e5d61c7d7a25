import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testApp } from "../../../test/fixtures/testApp.ts";
import { ERROR_STATUS } from "../../kernel/errors.ts";
import { renderGuide } from "./guideMarkup.ts";
import { PUBLISHED_ERRORS } from "./publishedErrors.ts";

const folder = join(import.meta.dirname, "..", "..", "..", "..", "docs", "guides");
/** The names of all guides except the guide for developers of the app itself. */
const names = readdirSync(folder)
  .map((file) => file.replace(/\.md$/, ""))
  .filter((name) => name !== "building-a-screen");

const open = await testApp({ isShared: true });

const pageOf = (name: string) => open.app.inject(`/docs/guides/${name}`);
/** The responses to the linked pages, because most guides link to the same pages. */
const targets = new Map<string, ReturnType<typeof pageAt>>();
const pageAt = (path: string) => open.app.inject(path);
function targetOf(path: string) {
  const target = targets.get(path) ?? pageAt(path);
  targets.set(path, target);
  return target;
}
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

test.each(names)(
  "the guide %s is a page without scripts, whose links lead to pages and headings",
  async (name) => {
    const { statusCode, headers, body } = await pageOf(name);
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(body).not.toContain("<script");
    expect(body).toContain('aria-current="page"');
    for (const link of matches(body, /<a [^>]*href="(\/[^"]*|#[^"]*)"/g)) {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? { statusCode, body } : await targetOf(path);
      expect([200, 302], link).toContain(target.statusCode);
      if (anchor !== undefined) expect(target.body.includes(`id="${anchor}"`), link).toBe(true);
    }
  },
);

test("the list leads to the first guide, and an unknown guide is not found", async () => {
  const { statusCode, headers } = await open.app.inject("/docs/guides");
  expect([statusCode, headers.location]).toEqual([302, "/docs/guides/start"]);
  for (const name of ["unknown", "building-a-screen", "..%2f..%2fREADME"])
    expect((await pageOf(name)).statusCode).toBe(404);
});

test("an error links to its row in the guide to errors, which lists exactly the published codes", async () => {
  const { headers } = await open.call("GET", "/clients/unknown");
  expect(headers.link).toBe('</docs/guides/errors#not_found>; rel="help"');
  const { body } = await pageOf("errors");
  const codes = matches(body, /<tr id="(\w+)">/g);
  expect(codes.toSorted()).toEqual(Object.keys(PUBLISHED_ERRORS).toSorted());
  const rows = matches(readFileSync(join(folder, "errors.md"), "utf8"), /^\| (`\w+` \| \d+) \|/gm);
  expect(rows.toSorted()).toEqual(
    Object.entries(ERROR_STATUS)
      .filter(([code]) => codes.includes(code))
      .map(([code, status]) => `\`${code}\` | ${status}`)
      .toSorted(),
  );
});

test("HTML in a guide is text, and a link to a file that is not served is text", () => {
  const { html, title, headings } = renderGuide(
    '# A <b>title</b>\n\n## One & two\n\nText <script>alert(1)</script> <i>x</i> [file](../x.md) [guide](a.md#b) [site](https://example.com)\n\n```sh\necho "<a>"\n```\n',
    (file) => (file === "a.md" ? "/docs/guides/a" : undefined),
  );
  expect(title).toBe("A <b>title</b>");
  expect(headings).toEqual([{ id: "one--two", text: "One & two" }]);
  expect(html).not.toMatch(/<(script|i|b)\b/);
  expect(html).not.toContain("x.md");
  expect(html).toContain('<a href="/docs/guides/a#b">guide</a>');
  expect(html).toContain('<a href="https://example.com">site</a>');
  expect(html).toContain("echo &quot;&lt;a&gt;&quot;");
});
