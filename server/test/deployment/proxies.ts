import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { freePort } from "../process/freePort.ts";

/** The public URL in the files of docs/deploy. */
export const PUBLIC_URL = "https://book.example.com";

export type ProxyName = "nginx" | "caddy";

/** A reverse proxy in front of the web processes, with its configuration file from docs/deploy. */
export interface RunningProxy {
  readonly address: string;
  /** The proxy's error log. */
  errors(): string;
  /** Waits until the proxy sends requests to the restarted process on this port again. */
  knows(port: number): Promise<void>;
  stop(): Promise<void>;
}

export function isInstalled(proxy: ProxyName): boolean {
  return spawnSync(proxy, [proxy === "nginx" ? "-v" : "version"]).error === undefined;
}

/**
 * Starts a proxy with its configuration file from docs/deploy. Replaces the addresses, and disables TLS because there is no
 * certificate for the name. The rest of the configuration is unchanged.
 */
export async function startProxy(name: ProxyName, ports: readonly number[]): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `daybook-${name}-`));
  chmodSync(folder, 0o777);
  const port = await freePort();
  const file = join(folder, name === "nginx" ? "nginx.conf" : "Caddyfile");
  writeFileSync(file, name === "nginx" ? nginxFile(folder, port, ports) : caddyFile());
  const words =
    name === "nginx"
      ? ["-e", "stderr", "-p", folder, "-c", file]
      : ["run", "--adapter", "caddyfile", "--config", file];
  const child = spawn(name, words, {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE: `http://127.0.0.1:${port}`,
      UPSTREAMS: ports.map((each) => `127.0.0.1:${each}`).join(" "),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk) => errors.push(String(chunk)));
  const ended = once(child, "close");
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  await vi.waitUntil(async () => child.exitCode !== null || (await isReady()), { timeout: 60_000 });
  if (child.exitCode !== null) throw new Error(`${name} did not start: ${errors.join("")}`);
  return {
    address,
    errors: () => errors.join(""),
    async knows(port) {
      // Caddy checks the readiness of each process periodically, so the test waits for the next check. nginx tries another process when one
      // refuses a request, so the test need not wait.
      if (name === "caddy") await vi.waitUntil(() => isUp(errors.join(""), port), { timeout: 30_000 });
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns true if the last line of Caddy's log about the readiness of a process reports that the process is ready. */
function isUp(log: string, port: number): boolean {
  const about = log.split("\n").filter((line) => line.includes("health_checker.active"));
  return about.findLast((line) => line.includes(`127.0.0.1:${port}"`))?.includes("host is up") === true;
}

const deployed = (name: string) =>
  readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "deploy", name), "utf8");

function nginxFile(folder: string, port: number, ports: readonly number[]): string {
  const site = deployed("nginx.conf")
    .replace(/^ {4}server 127\.0\.0\.1:3000(.*);\n {4}server 127\.0\.0\.1:3001.*;$/m, (_lines, settings) =>
      ports.map((each) => `    server 127.0.0.1:${each}${settings};`).join("\n"),
    )
    .replace(/^server \{\n {4}listen 80;[\s\S]*?^\}$/m, "")
    .replace(/^ {4}listen 443.*$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ {4}(listen \[::\]:443|ssl_).*\n/gm, "");
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  const user = userInfo().uid === 0 ? "user root;" : "";
  return `${user} daemon off; worker_processes 2; pid ${folder}/pid; error_log stderr;
events { worker_connections 1024; }
http { access_log off; ${folders.join(" ")}
${site}
}
`;
}

/** Adds only global options: the Caddyfile takes the address and the web processes from the environment, as in compose.yaml. */
function caddyFile(): string {
  return `{\n\tadmin off\n\tauto_https off\n}\n${deployed("Caddyfile")}`;
}
