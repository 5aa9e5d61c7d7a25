import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { systemClock } from "../../src/kernel/clock.ts";
import { deliverNow } from "../fixtures/deliverNow.ts";
import { createSalon } from "../fixtures/salon.ts";
import { testServer } from "../fixtures/testApp.ts";
import { isFullRun } from "../fullRun.ts";
import { FOLDER, hasShown, type Step, stepsOf } from "./guide.ts";
import { runSteps } from "./shell.ts";

/** The guides whose code blocks run in this test. connectors/test runs the requests of the guides for automation platforms. */
const GUIDES = [
  "mcp",
  "start",
  "authentication",
  "errors",
  "paging",
  "idempotency",
  "webhooks",
  "time-and-zones",
  "money",
  "testing",
  "moving",
];
/** The first step of the start guide downloads and starts Daybook. This test starts its own server instead. */
const [install, variables] = stepsOf("start") as [Step, Step];

const open = await testServer({ clock: systemClock });
const salon = await createSalon(open.database, systemClock);
await open.app.listen({ host: "127.0.0.1", port: 0 });
const address = `http://127.0.0.1:${(open.app.server.address() as AddressInfo).port}`;
const headers = { authorization: `Bearer ${salon.key}` };
const answer = await fetch(`${address}/api/v1/businesses/${salon.businessId}`, { headers });
const slug = ((await answer.json()) as { data: { slug: string } }).data.slug;

/** Returns a code block with the addresses, the key and the business of this test. */
function filled(code: string, receiverPort: number): string {
  return code
    .replaceAll("http://127.0.0.1:3000", address)
    .replaceAll("9000", String(receiverPort))
    .replaceAll("KEY=dbk_…", `KEY=${salon.key}`)
    .replaceAll("business demo-salon", `business ${slug}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test("the start guide begins with the commands that download and start Daybook", () => {
  expect(install.code.trim().split("\n")).toEqual([
    "REPOSITORY=…",
    'git clone "$REPOSITORY" daybook',
    "cd daybook",
    "npm start",
  ]);
});

/** Guides without code examples, because they describe screens and files. */
const WITHOUT_CODE = ["importing"];

test.each([...GUIDES, ...WITHOUT_CODE])("the guide %s has at most two pages", (guide) => {
  const text = readFileSync(join(FOLDER, `${guide}.md`), "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(100);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(900);
});

test.each(GUIDES)("every code block of the guide %s runs and answers what the guide shows", async (guide) => {
  const port = await freePort();
  const steps = stepsOf(guide)
    .filter(({ code }) => code !== install.code)
    .map((step) => ({ ...step, code: filled(step.code, port) }));
  const repository = join(import.meta.dirname, "..", "..", "..");
  // Runs npm commands in the repository with the test's database.
  const npm = `npm() { (cd '${repository}' && DATABASE_URL='${open.connectionString}' command npm "$@"); }`;
  const prelude = guide === "start" ? npm : `${npm}\n${filled(variables.code, port)}`;
  const shell = runSteps(steps, prelude, {});
  try {
    expect(await shell.done, shell.from(0) ?? "the variables").toBe(0);
    // Waits for the receiver, because a failed delivery would be retried only after a minute.
    if (steps.some(({ code }) => code.includes("node receiver.mjs")))
      await vi.waitUntil(() => isListening(port), { timeout: 60_000 });
    for (const [nth, { shown, code }] of steps.entries())
      for (const { kind, text } of shown)
        if (kind === "json") {
          const line = shell.of(nth)?.trim().split("\n").at(-1) ?? "";
          expect(hasShown(JSON.parse(line), JSON.parse(text)), `${code}printed ${line}`).toBe(true);
        } else
          await vi.waitFor(
            async () => {
              await deliverNow({ ...open, clock: systemClock });
              for (const line of text.trim().split("\n")) expect(shell.from(nth)).toContain(line);
            },
            { timeout: 30_000 },
          );
  } finally {
    await shell.close();
  }
});

test.runIf(isFullRun)(
  "the start guide leads from a clone to a verified webhook",
  async () => {
    const [port, receiverPort] = [await freePort(), await freePort()];
    const repository = join(import.meta.dirname, "..", "..", "..");
    const began = performance.now();
    const steps = stepsOf("start").map((step) => ({
      ...step,
      code: step.code
        .replace("REPOSITORY=…", `REPOSITORY=file://${repository}`)
        // Runs the server in the background and reads its output from a file, instead of in a second terminal.
        .replace("npm start", `PORT=${port} npm start > ../start.log 2>&1 &\n${UNTIL_READY}`)
        .replace("KEY=dbk_…", "KEY=$(grep -o 'dbk_[0-9A-Za-z]*' ../start.log | head -1)")
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
        .replaceAll("9000", String(receiverPort)),
    }));
    const files = steps.filter(({ kind }) => kind === "file").map(({ name }) => `cp ../${name} .`);
    const receive = steps.find(({ code }) => code.includes("node receiver.mjs")) as Step;
    const shell = runSteps(
      steps.map((step) =>
        step === receive
          ? { ...step, code: `${files.join("\n")}\n${step.code}${untilListening(receiverPort)}` }
          : step,
      ),
      "",
      NETWORK,
    );
    try {
      expect(await shell.done, shell.from(0)).toBe(0);
      await vi.waitUntil(() => shell.from(0)?.includes("verified client.created"), { timeout: 30_000 });
      console.info(
        `From the clone to the verified webhook: ${Math.round((performance.now() - began) / 1000)} s.`,
      );
    } finally {
      await shell.close();
    }
  },
  900_000,
);

/**
 * The environment variables with which npm reaches its registry on this machine, and the folder of npm's cache. The shell has another
 * home folder without the user's settings.
 */
const NETWORK = {
  npm_config_cache: join(homedir(), ".npm"),
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_(cache|registry|cafile))$/i.test(name),
    ),
  ),
};

/** Returns a command that waits until a port accepts connections. */
const untilListening = (port: number) =>
  `until (: > /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do sleep 0.1; done\n`;

const UNTIL_READY = `until grep -q 'ready at http' ../start.log; do
  kill -0 $! || { cat ../start.log; exit 1; }
  sleep 0.2
done`;
