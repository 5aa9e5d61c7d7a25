import { expect, test } from "vitest";
import { warnAboutExposure } from "../src/cli/warnings.ts";
import { readConfig } from "../src/platform/config.ts";
import { openMetrics } from "../src/platform/metrics/index.ts";
import { testServer } from "./fixtures/testApp.ts";

const TOKEN = "0123456789abcdef";
const metrics = () => openMetrics({ log: () => {} });
const servers = {
  open: await testServer({ metrics: metrics(), metricsAccess: { isOpen: true } }),
  withoutToken: await testServer({ metrics: metrics(), metricsAccess: { isOpen: false } }),
  withToken: await testServer({ metrics: metrics(), metricsAccess: { isOpen: false, token: TOKEN } }),
};

const status = async (server: keyof typeof servers, headers: Record<string, string> = {}) =>
  (await servers[server].app.inject({ url: "/metrics", headers })).statusCode;

test("/metrics requires its token if other machines can reach it", async () => {
  expect(await status("open")).toBe(200);
  expect(await status("withoutToken")).toBe(401);
  expect(await status("withoutToken", { authorization: "Bearer " })).toBe(401);
  expect(await status("withToken")).toBe(401);
  expect(await status("withToken", { authorization: `Bearer ${TOKEN}x` })).toBe(401);
  expect(await status("withToken", { authorization: `Bearer ${TOKEN}` })).toBe(200);
});

test.each(["forwarded", "x-forwarded-for", "x-real-ip", "via"])(
  "a request with %s came through a proxy and requires the token",
  async (header) => {
    expect(await status("open", { [header]: "203.0.113.7" })).toBe(401);
  },
);

const warnings = (settings: Record<string, string>) => {
  const lines: string[] = [];
  warnAboutExposure(readConfig(settings), (line) => lines.push(line));
  return lines.join("\n");
};

test("a server that others can reach warns of plain http, a missing public URL and metrics without a token", () => {
  expect(warnings({})).toBe("");
  const exposed = warnings({ HOST: "0.0.0.0" });
  expect(exposed).toContain("DAYBOOK_PUBLIC_URL is not set");
  expect(exposed).toContain("plain http");
  expect(exposed).toContain("DAYBOOK_METRICS_TOKEN");
  expect(
    warnings({
      HOST: "0.0.0.0",
      DAYBOOK_PUBLIC_URL: "https://book.example.com",
      DAYBOOK_TRUST_PROXY: "1",
      DAYBOOK_METRICS_TOKEN: TOKEN,
    }),
  ).toBe("");
});
