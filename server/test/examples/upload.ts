import { jpeg } from "../fixtures/images.ts";

const BOUNDARY = "----haarwerk";

/** An uploaded file as a browser sends it. */
interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: () => string | Buffer;
}

const PHOTO: SentFile = { name: "zoe.jpg", mediaType: "image/jpeg", content: jpeg };

/** A Fresha export of clients with a telephone number that a spreadsheet program has shortened. */
const CLIENTS: SentFile = {
  name: "clients.csv",
  mediaType: "text/csv",
  content: () =>
    [
      "Client ID,First Name,Last Name,Email,Mobile Number,Note,Blocked",
      "1042,Lena,Hoffmann,lena.hoffmann@example.com,4915155502001,Likes oat milk,No",
      "1043,Emir,Yıldız,,4.91516E+12,,No",
      "1044,,,,,,No",
    ].join("\r\n"),
};

/**
 * Encodes a file and its fields like a browser. Values other than strings become JSON parts. The file is a CSV file if the
 * operation accepts CSV, otherwise a photo.
 */
export function uploadOf(
  part: string,
  fields: object,
  mediaTypes: readonly string[] = ["image/jpeg"],
): { headers: Readonly<Record<string, string>>; payload: Buffer } {
  const texts = Object.entries(fields).map(([name, value]) =>
    partOf(`name="${name}"`, typeof value === "string" ? value : JSON.stringify(value)),
  );
  const file = mediaTypes.includes("text/csv") ? CLIENTS : PHOTO;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([
      ...texts,
      partOf(
        `name="${part}"; filename="${file.name}"`,
        file.content(),
        `content-type: ${file.mediaType}\r\n`,
      ),
      Buffer.from(`--${BOUNDARY}--\r\n`),
    ]),
  };
}

function partOf(disposition: string, content: string | Buffer, more = ""): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n${more}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from("\r\n")]);
}
