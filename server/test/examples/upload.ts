import { jpeg } from "../fixtures/images.ts";

const BOUNDARY = "----haarwerk";

/** Encodes a photo and its fields like a browser: a value that is not text becomes a JSON part. */
export function uploadOf(
  part: string,
  fields: object,
): { headers: Readonly<Record<string, string>>; payload: Buffer } {
  const texts = Object.entries(fields).map(([name, value]) =>
    partOf(`name="${name}"`, typeof value === "string" ? value : JSON.stringify(value)),
  );
  return {
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      ...texts,
      partOf(`name="${part}"; filename="zoe.jpg"`, jpeg(), "content-type: image/jpeg\r\n"),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  };
}

function partOf(disposition: string, content: string | Buffer, more = ""): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from("\r\n")]);
}
