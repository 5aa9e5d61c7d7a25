import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { testApp } from "../../server/test/fixtures/testApp.ts";
import { isFullRun } from "../../server/test/fullRun.ts";
import { installPacked, npmEnv } from "./packedSdk.ts";

/** The npm packages that install the runtimes. Node 20 is the oldest version that the SDK supports. */
const NODE_20 = `node-${process.platform}-${process.arch}`;
const RUNTIMES = [`${NODE_20}@20.20.2`, "deno@2.9.6", "bun@1.4.5"];

const COMMANDS = [
  ["node 20", `${NODE_20}/bin/node`, "program.mjs"],
  ["node 20, CommonJS", `${NODE_20}/bin/node`, "program.cjs"],
  ["deno", ".bin/deno", "run", "--allow-all", "program.mjs"],
  ["web worker of deno", ".bin/deno", "run", "--allow-all", "startWorker.mjs"],
  ["bun", ".bin/bun", "run", "program.mjs"],
  ["bun, CommonJS", ".bin/bun", "run", "program.cjs"],
] as const;

test.skipIf(!isFullRun)(
  "the packed SDK books against a server and verifies a delivery in Node 20, Deno, Bun and a web worker",
  async () => {
    const { home } = installPacked();
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund", ...RUNTIMES], {
      cwd: home,
      env: npmEnv,
      stdio: "pipe",
    });
    const { app, salon, close } = await testApp();
    onTestFinished(close);
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    for (const [nth, [name, runtime, ...words]] of COMMANDS.entries()) {
      const values = {
        address,
        key: salon.key,
        business: salon.businessId,
        location_id: salon.locationId,
        items: [{ service_id: salon.cut, staff_id: salon.anna }],
        starts_at: `2027-03-15T${String(9 + nth).padStart(2, "0")}:00:00+01:00`,
      };
      const body = `const input = ${JSON.stringify(values)};\n${BODY}`;
      writeFileSync(join(home, "program.mjs"), `import ${NAMES} from "@daybook/sdk";\n${body}`);
      writeFileSync(join(home, "program.cjs"), `const ${NAMES} = require("@daybook/sdk");\n${body}`);
      writeFileSync(join(home, "startWorker.mjs"), START_WORKER);
      const command = join(home, "node_modules", runtime);
      const { stdout } = await promisify(execFile)(command, words, { cwd: home, env: npmEnv });
      expect(stdout, name).toBe("booked\ntime_conflict\nfound\ntest\n");
    }
  },
  600_000,
);

const NAMES = "{ ApiError, connect, signWebhook, verifyWebhook }";
/** A program that books an appointment, causes a conflict, iterates over a list, and verifies a delivery with the runtime's Web Crypto. */
const BODY = `
async function run() {
  const { address, key, business, ...booking } = input;
  const daybook = connect({ address, key });
  const path = { business };
  const client = await daybook.clients.create({ path, body: { first_name: "Ines" } });
  const body = { ...booking, client_id: client.id };
  const booked = await daybook.appointments.book({ path, body });
  console.log(booked.status);
  const error = await daybook.appointments.book({ path, body }).catch((error) => error);
  console.log(error instanceof ApiError ? error.code : error);
  for await (const { id } of daybook.each("/businesses/{business}/clients", { path, query: { limit: 1 } }))
    if (id === client.id) console.log("found");
  const signed = { body: '{"type":"test"}', secret: "whsec_test" };
  console.log((await verifyWebhook({ ...signed, header: await signWebhook(signed) })).type);
}
run().finally(() => globalThis.close?.());
`;
const START_WORKER = 'new Worker(new URL("program.mjs", import.meta.url), { type: "module" });\n';
