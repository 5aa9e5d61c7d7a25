import { createServer, type ServerResponse } from "node:http";
import pg from "pg";

/**
 * The bare reference server, without authentication, validation or scheduling rules: `node:http` and `pg` with the same query, or
 * `node:http` alone, which sends the bytes of Daybook's responses from memory.
 */
const {
  READ_ONE = "",
  BUSINESS_ID = "",
  DATABASE_URL = "",
  PAGE_URL = "",
  DAYBOOK_URL = "",
  API_KEY = "",
  PORT = "",
} = process.env;
// The pool has the same settings as the server's: eight connections, prepared statements, pipelined queries.
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8, pipeline: true } as pg.PoolConfig);
createServer(async (request, response) => {
  const url = request.url ?? "/";
  if (url.startsWith("/appointment/")) return send(response, await readAppointment(url.slice(13)));
  if (url.startsWith("/copy/")) return sendCopy(response, url.slice(5));
  if (url === "/page") return sendPage(response);
  send(response, "{}");
}).listen(Number(PORT), "127.0.0.1");

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
}

let page: Promise<Buffer> | undefined;

/** Sends the booking page from memory. */
async function sendPage(response: ServerResponse): Promise<void> {
  page ??= fetch(PAGE_URL).then(async (answer) => Buffer.from(await answer.arrayBuffer()));
  const bytes = await page;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": bytes.length });
  response.end(bytes);
}

const copies = new Map<string, Buffer>();

/** Sends Daybook's response at a path from memory. The first request for a path reads the response from Daybook. */
async function sendCopy(response: ServerResponse, path: string): Promise<void> {
  let bytes = copies.get(path);
  if (bytes === undefined) {
    const answer = await fetch(DAYBOOK_URL + path, { headers: { authorization: `Bearer ${API_KEY}` } });
    bytes = Buffer.from(await answer.arrayBuffer());
    copies.set(path, bytes);
  }
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
  });
  response.end(bytes);
}

async function readAppointment(id: string): Promise<string> {
  const { rows } = await pool.query({ name: "read", text: READ_ONE, values: [BUSINESS_ID, id] });
  return JSON.stringify({ success: true, data: rows[0] });
}
