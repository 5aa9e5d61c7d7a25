import { expect, test } from "vitest";
import { invalid } from "../../kernel/errors.ts";
import { checkUrl, isReachable } from "./index.ts";

const STRICT = { allowPrivate: false, allowHttp: false };
const OPEN = { allowPrivate: true, allowHttp: true };

/** Returns the host of a URL in the form used for connections. */
const hostOf = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/, "$1");

const OURS = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "0x7f.1",
  "0x7f000001",
  "0177.0.0.1",
  "2130706433",
  "017700000001",
  "127.255.255.254",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "[::ffff:192.168.0.1]",
  "[64:ff9b::10.0.0.1]",
  "100.64.0.1",
  "100.127.255.255",
  "169.254.1.1",
  "[fd00::1]",
  "[fc00::1]",
  "[fe80::1]",
];
const NEVER = [
  "0.0.0.0",
  "0",
  "[::]",
  "[::7f00:1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b:1::7f00:1]",
  "[2001:0:7f00:1::]",
  "169.254.169.254",
  "0xa9fea9fe",
  "[::ffff:169.254.169.254]",
  "[64:ff9b::a9fe:a9fe]",
  "169.254.170.2",
  "100.100.100.200",
  "168.63.129.16",
  "[fd00:ec2::254]",
  "224.0.0.1",
  "239.1.2.3",
  "255.255.255.255",
  "240.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "192.88.99.1",
  "[ff02::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[fec0::1]",
  "[4000::1]",
];
const PUBLIC = [
  "8.8.8.8",
  "1.1.1.1",
  "172.32.0.1",
  "172.15.255.255",
  "100.63.255.255",
  "100.128.0.1",
  "192.167.1.1",
  "11.0.0.1",
  "[2001:4860:4860::8888]",
  "[2a00:1450:4001::1]",
  "[::ffff:8.8.8.8]",
  "[64:ff9b::808:808]",
  "[2002:808:808::1]",
];

test.each(OURS)("%s is a private address, and refused unless the operator allows it", (host) => {
  expect(isReachable(hostOf(host), STRICT)).toBe(false);
  expect(isReachable(hostOf(host), OPEN)).toBe(true);
});

test.each(NEVER)("%s is never accepted as a receiver, whatever the operator allows", (host) => {
  expect(isReachable(hostOf(host), STRICT)).toBe(false);
  expect(isReachable(hostOf(host), OPEN)).toBe(false);
});

test.each(PUBLIC)("%s is public", (host) => {
  expect(isReachable(hostOf(host), STRICT)).toBe(true);
});

test("a text that is not an address is refused", () => {
  for (const text of ["", "localhost", "127.0.0.1:80", "fe80::1%eth0", "::1\n"])
    expect(isReachable(text, STRICT)).toBe(false);
});

const publicNames = async () => [{ address: "8.8.8.8", family: 4 as const }];
const check = (url: string, policy = STRICT, ask: typeof publicNames = publicNames) =>
  checkUrl(url, policy, { ask });
const refusal = (message: string) => invalid({ path: "/url", message });

test.each([...OURS, ...NEVER])("https://%s cannot be subscribed", async (host) => {
  await expect(check(`https://${host}/hook`)).rejects.toEqual(refusal("must resolve to a public IP address"));
});

test("https is required, and no user name or password may be in the URL", async () => {
  await check("https://hooks.example.com/a?b=c");
  await check("https://hooks.example.com:8443/");
  await expect(check("http://hooks.example.com/")).rejects.toEqual(refusal("must be an https URL"));
  await check("http://hooks.example.com/", OPEN);
  await expect(check("ftp://hooks.example.com/", OPEN)).rejects.toEqual(
    refusal("must be an https or http URL"),
  );
  for (const url of ["https://me@hooks.example.com/", "https://me:secret@hooks.example.com/"])
    await expect(check(url)).rejects.toEqual(refusal("must not contain a user name or password"));
  for (const url of ["", "hooks.example.com", "https://", "javascript:alert(1)"])
    await expect(check(url)).rejects.toMatchObject({ code: "validation_failed" });
});

test.each(["localhost", "localhost.", "LOCALHOST", "receiver.localhost"])(
  "%s is refused as this machine, whatever the name server answers",
  async (host) => {
    await expect(check(`https://${host}/`)).rejects.toEqual(refusal("must resolve to a public IP address"));
    await check(`https://${host}/`, OPEN);
    await check("https://notlocalhost/");
  },
);

test("every address of a name must be public; a name without an address is accepted", async () => {
  const answering =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 as const }));
  const url = "https://hooks.example.com/";
  await expect(check(url, STRICT, answering("8.8.8.8", "127.0.0.1"))).rejects.toEqual(
    refusal("must resolve to a public IP address"),
  );
  await expect(check("https://localhost./", STRICT, answering("127.0.0.1"))).rejects.toThrow();
  await check(url, OPEN, answering("8.8.8.8", "127.0.0.1"));
  await check(url, STRICT, answering());
  await check(url, STRICT, () => Promise.reject(new Error("no such name")));
});
