import { createServer, type ServerResponse } from "node:http";
import { findZone, localText, MINUTE, openSpansBetween } from "@daybook/engine";
import pg from "pg";

/**
 * The bare reference server: `node:http` and `pg` with the same queries and responses of similar size, without
 * authentication, validation or scheduling rules.
 */
const {
  READ_ONE = "",
  READ_BUSY = "",
  BUSINESS_ID = "",
  DATABASE_URL = "",
  PAGE_URL = "",
  PORT = "",
} = process.env;
// The pool has the same settings as the server's: eight connections, prepared statements, pipelined queries.
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 8, pipeline: true } as pg.PoolConfig);
const berlin = findZone("Europe/Berlin");
if (berlin === undefined) throw new Error("no zone Europe/Berlin");
const zone = berlin;
const hours = {
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startsMinute: 480, endsMinute: 1080 })),
  exceptions: [],
};

createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://bench");
  const [, kind, id] = url.pathname.split("/");
  if (kind === "appointment") return send(response, await readAppointment(id ?? ""));
  if (kind === "free") return send(response, await readFreeTime(url.searchParams));
  if (kind === "page") return sendPage(response);
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

async function readAppointment(id: string): Promise<string> {
  const { rows } = await pool.query({ name: "read", text: READ_ONE, values: [BUSINESS_ID, id] });
  return JSON.stringify({ success: true, data: rows[0] });
}

async function readFreeTime(query: URLSearchParams): Promise<string> {
  const [from, until] = [Number(query.get("from")), Number(query.get("until"))];
  const staffId = query.get("staff") ?? "";
  const { rows } = await pool.query({
    name: "busy",
    text: READ_BUSY,
    values: [BUSINESS_ID, [staffId], new Date(from), new Date(until)],
  });
  const working = openSpansBetween(zone, hours, from, until);
  let text = "";
  let row = 0;
  for (let i = 0; i < working.length; i += 2) {
    let free = working[i] as number;
    const end = working[i + 1] as number;
    for (;;) {
      const busy = rows[row] as { starts_at: number; ends_at: number } | undefined;
      const taken = busy === undefined ? end : Math.min(end, busy.starts_at);
      for (let at = Math.ceil(free / STEP) * STEP; at + LENGTH <= taken; at += STEP)
        text += slot(at, staffId);
      if (taken >= end || busy === undefined) break;
      free = busy.ends_at;
      row++;
    }
  }
  return `{"success":true,"data":{"slots":[${text.slice(1)}]}}`;
}

const STEP = 15 * MINUTE;
const LENGTH = 30 * MINUTE;

/** Writes a slot as JSON and caches the text of each instant. */
function slot(at: number, staffId: string): string {
  const start = timeText(at);
  const end = timeText(at + LENGTH);
  return `,{"starts_at":"${start}","ends_at":"${end}","items":[{"service_id":"${SERVICE}","staff_id":"${staffId}","resource_ids":[],"starts_at":"${start}","ends_at":"${end}","duration_minutes":30,"price":{"amount":4500,"currency":"EUR"}}]}`;
}

const SERVICE = "0198f3a0-0000-7000-8007-000000000001";
const texts = new Map<number, string>();

function timeText(at: number): string {
  let text = texts.get(at);
  if (text === undefined) {
    text = localText(zone, at);
    texts.set(at, text);
  }
  return text;
}
