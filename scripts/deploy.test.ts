import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

// Each test needs a deployment tool. The test is skipped with a message if the tool is not installed.

const root = fileURLToPath(new URL("..", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "daybook-deploy-"));
afterAll(() => rmSync(work, { recursive: true }));

const deployed = (name: string) => readFileSync(join(root, "docs/deploy", name), "utf8");
const isInstalled = (tool: string) => spawnSync(tool, ["--help"]).error === undefined;

function run(tool: string, args: readonly string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: work },
  });
  return { status, output: stdout + stderr };
}

test("the systemd unit is valid", ({ skip }) => {
  if (!isInstalled("systemd-analyze")) skip("systemd-analyze is not installed");
  const unit = join(work, "daybook.service");
  writeFileSync(unit, deployed("daybook.service").replace("/usr/bin/node", process.execPath));
  const { status, output } = run("systemd-analyze", ["verify", unit]);
  expect({ status, problems: output.split("\n").filter((line) => line.includes(unit)) }).toEqual({
    status: 0,
    problems: [],
  });
});

test("nginx accepts its configuration", ({ skip }) => {
  if (!isInstalled("nginx")) skip("nginx is not installed");
  if (!isInstalled("openssl")) skip("openssl is not installed");
  const [key, certificate] = [join(work, "key.pem"), join(work, "certificate.pem")];
  const subject = ["-days", "2", "-subj", "/CN=book.example.com"];
  run("openssl", [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    key,
    "-out",
    certificate,
    ...subject,
  ]);
  const site = deployed("nginx.conf")
    .replace(/\S+fullchain\.pem/, certificate)
    .replace(/\S+privkey\.pem/, key);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${work};`,
  );
  const file = join(work, "nginx.conf");
  writeFileSync(
    file,
    `pid ${work}/pid; error_log stderr; events {} http { access_log off; ${folders.join(" ")}\n${site} }`,
  );
  const { status, output } = run("nginx", ["-t", "-p", work, "-c", file]);
  expect(status, output).toBe(0);
  expect(output).not.toContain("[warn]");
});

test("Caddy accepts its configuration", ({ skip }) => {
  if (!isInstalled("caddy")) skip("caddy is not installed");
  const file = join(root, "docs/deploy/Caddyfile");
  const { status, output } = run("caddy", ["validate", "--adapter", "caddyfile", "--config", file]);
  expect(status, output).toBe(0);
  expect(output).toContain("Valid configuration");
});

test("Docker accepts the compose file", ({ skip }) => {
  if (spawnSync("docker", ["compose", "version"]).status !== 0) skip("docker compose is not installed");
  const file = join(root, "docs/deploy/compose.yaml");
  const settings = join(work, "settings");
  writeFileSync(
    settings,
    "DATABASE_PASSWORD=a\nDAYBOOK_SECRET=b\nDAYBOOK_PUBLIC_URL=https://book.example.com\n",
  );
  const { status, output } = run("docker", ["compose", "--env-file", settings, "-f", file, "config", "-q"]);
  expect(status, output).toBe(0);
});

interface Service {
  readonly command?: readonly string[];
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

test("the compose file has two web processes and two workers behind Caddy, which alone has public ports", ({
  skip,
}) => {
  const script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))";
  const parsed = spawnSync("python3", ["-c", script], {
    input: deployed("compose.yaml"),
    encoding: "utf8",
  });
  if (parsed.error !== undefined || parsed.stderr.includes("ModuleNotFoundError"))
    skip("Python's yaml is not installed");
  const compose = JSON.parse(parsed.stdout) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const { services } = compose;
  const ours = Object.entries(services).filter(([, { image }]) => image === "daybook");
  expect(ours.map(([name, { command }]) => [name, command?.join(" ")])).toEqual([
    ["web-1", "web"],
    ["web-2", "web"],
    ["worker-1", "worker"],
    ["worker-2", "worker"],
  ]);
  for (const [, service] of ours) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      environment: ours[0]?.[1].environment,
    });
    // The process needs up to 20 seconds (the default of DAYBOOK_SHUTDOWN_SECONDS) to end requests, and a few more to close the database.
    expect(Number.parseInt(service.stop_grace_period ?? "", 10)).toBeGreaterThanOrEqual(30);
  }
  expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(["caddy"]);
  const upstreams = services.caddy?.environment.UPSTREAMS?.split(" ");
  expect(upstreams).toEqual(["web-1:3000", "web-2:3000"]);
  const named = Object.values(services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(":")[0] ?? "").filter((volume) => !volume.startsWith(".")),
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  for (const { depends_on = {} } of Object.values(services))
    for (const name of Object.keys(depends_on)) expect(Object.keys(services)).toContain(name);
});

test("the image contains every workspace, and its sources exist", () => {
  const steps = deployed("Containerfile")
    .split("\n")
    .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
    .map((line) => line.split(" ").slice(1, -1));
  const copied = steps.flat();
  const install = deployed("Containerfile").split("RUN npm ci")[0] ?? "";
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    workspaces: string[];
  };
  const folders = workspaces
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map(dirname);
  // npm ci leaves out the packages of a workspace whose package.json is missing.
  const isInstalled = (folder: string) =>
    [`${folder}/package.json`, folder, dirname(folder)].some((path) => install.includes(`COPY ${path} `));
  expect(folders.filter((folder) => !isInstalled(folder))).toEqual([]);
});

test("every setting in the files is one that docs/operate.md lists", () => {
  const guide = readFileSync(join(root, "docs/operate.md"), "utf8");
  const names = globSync("docs/deploy/*", { cwd: root }).flatMap((path) =>
    [...deployed(basename(path)).matchAll(/\b(?:DAYBOOK_[A-Z_]+|SMTP_URL|MAIL_FROM|DATABASE_URL)\b/g)].map(
      ([name]) => name,
    ),
  );
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
