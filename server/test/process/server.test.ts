import { once } from "node:events";
import { connect, createServer } from "node:net";
import { connect as daybookAt } from "@daybook/sdk";
import { beforeAll, expect, test, vi } from "vitest";
import { commandHere } from "./commandHere.ts";
import {
  daybook,
  descendantsOf,
  isAlive,
  newDataFolder,
  type RunningServer,
  serverBelow,
  startServer,
} from "./daybook.ts";
import { sessionAt } from "./sessionAt.ts";

const dataDir = newDataFolder();
const environment = { DAYBOOK_DATA_DIR: dataDir, PORT: "0" };
let server: RunningServer;
let key: string;
/** The headers of the demo's signed-in owner. */
let session: Record<string, string>;
/** The URL of the demo's services in the curl command that the server prints. */
let printedUrl: string;

// All tests share one data folder, so that the demo is loaded only once. Every test leaves a server running for the next test; only
// the last two tests do not.
beforeAll(async () => {
  server = await startServer(dataDir);
  key = /(dbk_\w+)/.exec(server.output())?.[1] ?? "";
  const [, email = "", password = ""] = / {2}(\S+@\S+) {2}(\S+) {2}\(owner\)/.exec(server.output()) ?? [];
  session = await sessionAt(server.address, { email, password });
  printedUrl = /curl .* (http\S+)/.exec(server.output())?.[1] ?? "";
}, 240_000);

test("the first start loads the demo, prints its key once, and the curl line it prints works", async () => {
  const answer = await fetch(printedUrl, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
});

test("it reports that it is live and ready, and with the default role it sends e-mails", async () => {
  expect((await fetch(`${server.address}/health/live`)).status).toBe(200);
  expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);
  const metrics = await (await fetch(`${server.address}/metrics`)).text();
  expect(metrics).toContain("daybook_email_attempts_total");
});

test("a key made while the server runs works at once", async () => {
  const slug = "demo-salon";
  const made = daybook(
    ["key", "create", "--business", slug, "--label", "Test", "--scopes", "services:read"],
    environment,
  );
  expect(await made.ended).toBe(0);
  const fresh = made.output().trim();
  expect(fresh).toMatch(/^dbk_\w{49}$/);
  const { api_key: known } = await daybookAt({ address: server.address, key: fresh }).get("/me");
  expect(known).toMatchObject({ label: "Test", scopes: ["services:read"] });
  const unknown = await commandHere(
    ["key", "create", "--business", "unknown", "--label", "Test", "--scopes", "services:read"],
    environment,
  );
  expect(unknown.code).toBe(1);
  expect(unknown.errors).toContain('There is no business with the id or slug "unknown".');
});

test("a second start on the same data folder is refused in a sentence", async () => {
  const second = await commandHere(["start"], environment);
  expect(second.code).toBe(1);
  expect(second.errors).toMatch(/^Daybook is already running on this data folder: process \d+/);
});

test("while the killed database restarts, requests get 503 with Retry-After, then 200, on the same server", async () => {
  const pid = serverBelow(server.child.pid as number);
  const postmaster = descendantsOf(pid).find(({ command }) => /bin\/postgres -D/.test(command));
  process.kill(postmaster?.pid ?? 0, "SIGKILL");
  const statuses = new Set<number>();
  const ready = async () => {
    const answer = await fetch(`${server.address}/health/ready`);
    if (answer.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
    statuses.add(answer.status);
    return answer.status === 200;
  };
  await vi.waitUntil(() => server.errors().includes("Restarting it."), { timeout: 60_000, interval: 5 });
  await vi.waitUntil(ready, { timeout: 60_000, interval: 5 });
  expect([...statuses].sort()).toEqual(expect.arrayContaining([200]));
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
  expect(serverBelow(server.child.pid as number)).toBe(pid);
});

test("when the launcher is killed, server and database end, and an immediate start succeeds", async () => {
  const family = descendantsOf(server.child.pid as number).map(({ pid }) => pid);
  server.child.kill("SIGKILL");
  server = await startServer(dataDir);
  await vi.waitUntil(() => !family.some(isAlive), { timeout: 60_000 });
});

test("after kill -9 of the server the next start recovers by itself and prints no key", async () => {
  process.kill(serverBelow(server.child.pid as number), "SIGKILL");
  expect(await server.ended).toBe(137);
  server = await startServer(dataDir);
  expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);
  expect(server.output()).not.toContain("dbk_");
  // Sessions stay valid after a restart, because the secret is stored in the data folder.
  const { memberships } = await daybookAt({ address: server.address, headers: session }).get("/me");
  expect(memberships).toMatchObject([{ role: "owner" }]);
});

test("after SIGTERM the running request is answered and all processes end", async () => {
  const family = [
    server.child.pid as number,
    ...descendantsOf(server.child.pid as number).map(({ pid }) => pid),
  ];
  expect(family.length).toBeGreaterThan(5);
  const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
  const received: string[] = [];
  socket.on("data", (chunk) => received.push(String(chunk)));
  // Sends the body later, so that the request stays in flight.
  const path = new URL(printedUrl).pathname.replace(/services$/, "appointments");
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", `Authorization: Bearer ${key}`];
  // The response 100 means that the server has read the headers.
  head.push("Content-Type: application/json", "Content-Length: 2", "Expect: 100-continue");
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await vi.waitUntil(() => received.join("").startsWith("HTTP/1.1 100 "), { timeout: 60_000 });
  server.child.kill("SIGTERM");
  // Asks for the readiness, because an earlier test has asked for it, and the server listens until such a check has received a 503.
  await vi.waitUntil(
    () =>
      fetch(`${server.address}/health/ready`).then(
        () => false,
        () => true,
      ),
    { timeout: 60_000 },
  );
  // Does not close the connection, because a server need not answer a client that has closed its side.
  socket.write("{}");
  await once(socket, "close");
  expect(received.join("")).toMatch(/\r\n\r\nHTTP\/1\.1 422 /);
  expect(await server.ended).toBe(0);
  expect(family.filter(isAlive)).toEqual([]);
});

test("a port in use is reported, and the embedded database stops", async () => {
  const squatter = createServer().listen(0, "127.0.0.1");
  await once(squatter, "listening");
  const { port } = squatter.address() as { port: number };
  // The previous test has stopped the server of this data folder.
  const refused = daybook(["web"], { ...environment, PORT: `${port}` });
  expect(await refused.ended).toBe(1);
  expect(refused.errors()).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
  squatter.close();
});
