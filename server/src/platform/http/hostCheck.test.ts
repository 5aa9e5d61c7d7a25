import { expect, test } from "vitest";
import { testServer } from "../../../test/fixtures/testApp.ts";

const open = await testServer({ loopbackHostsOnly: true });
const anyHost = await testServer();

const status = async (host: string, app = open.app) => {
  const answer = await app.inject({ method: "GET", url: "/health/live", headers: { host } });
  return [answer.statusCode, answer.json().code];
};

test.each([
  "localhost",
  "localhost:3000",
  "LOCALHOST:80",
  "daybook.localhost",
  "127.0.0.1:3000",
  "127.9.9.9",
  "[::1]:3000",
])("%s is served on loopback", async (host) => {
  expect(await status(host)).toEqual([200, undefined]);
});

test.each([
  "rebind.example.com",
  "rebind.example.com:3000",
  "127.0.0.1.example.com",
  "localhost.example.com",
  "notlocalhost",
  "10.0.0.5:3000",
  "0.0.0.0:3000",
])("%s is refused on loopback, and served by a server with a public URL", async (host) => {
  expect(await status(host)).toEqual([400, "malformed_request"]);
  expect(await status(host, anyHost.app)).toEqual([200, undefined]);
});
