import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "../src/platform/blobs/index.ts";

/** The one account that s3rver has. */
const SECRET = "S3RVER";

/**
 * A server that speaks S3, with one bucket. s3rver takes every signature of version 4 for good, so what it is sent is
 * checked before it, by the rules as AWS has them and not by the library that signs.
 */
export async function openS3(): Promise<{ readonly settings: S3Settings; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const s3 = new S3rver({ silent: true, directory, configureBuckets: [{ name: "photos", configs: [] }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const server = createServer((request, reply) => {
    if (isSigned(request)) return answer(request, reply);
    request.resume();
    reply.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      bucket: "photos",
      region: "us-east-1",
      accessKeyId: "S3RVER",
      secretAccessKey: SECRET,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=\w+\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/;

/** Signature version 4 over headers, without a query. */
function isSigned({ method, url = "", headers }: IncomingMessage): boolean {
  const [, day = "", region = "", signed = "", signature] =
    AUTHORIZATION.exec(headers.authorization ?? "") ?? [];
  const lines = signed.split(";").map((name) => `${name}:${headers[name]}\n`);
  const asked = [method, url, "", lines.join(""), signed, headers["x-amz-content-sha256"]].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const hashed = createHash("sha256").update(asked).digest("hex");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${SECRET}`,
  );
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashed].join("\n");
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}
