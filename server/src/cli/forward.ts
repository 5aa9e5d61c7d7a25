import { createHmac, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { EventType } from "../kernel/events.ts";
import { type ApiClient, connectToBusiness, reasonOf } from "./apiClient.ts";
import type { ListenCommand } from "./commandLine.ts";
import type { Session } from "./session.ts";

const POLL_MS = 1_000;
const TIMEOUT_MS = 10_000;

interface Event {
  readonly id: string;
  readonly type: EventType;
}

interface EventPage {
  readonly items: readonly Event[];
  readonly resume_cursor: string;
}

/**
 * `daybook listen`: polls the API for the events of a business, prints them, and with `--forward-to` sends each to a URL, with
 * the headers and the signature of a delivery. Because the command polls, it needs no public address. An event is sent once,
 * whatever the receiver responds.
 */
export async function listenToEvents(command: ListenCommand, session: Session): Promise<void> {
  const { forwardTo, events } = command;
  const secret = command.secret ?? `whsec_${randomBytes(24).toString("base64url")}`;
  const client = await connectToBusiness(command);
  let isEnding = false;
  session.beforeEnd(async () => {
    isEnding = true;
  });
  let cursor = await newestCursor(client);
  if (forwardTo !== undefined && command.secret === undefined)
    session.say(`The signing secret is ${secret} until this command ends; set another one with --secret.`);
  session.say(
    `Ready: events of ${client.businessName}${forwardTo === undefined ? "" : ` are sent to ${forwardTo}`}.`,
  );
  while (!isEnding) {
    // Each request reads only one event, so that the cursor after each event is known.
    const page = (await client.send(
      "GET",
      `/events?limit=1&cursor=${encodeURIComponent(cursor)}`,
    )) as EventPage;
    cursor = page.resume_cursor;
    const [event] = page.items;
    if (event === undefined) {
      await pause(POLL_MS);
      continue;
    }
    if (events !== undefined && !events.includes(event.type)) continue;
    if (forwardTo === undefined) console.log(`${event.type} ${event.id}`);
    else
      console.log(
        `${event.type} ${event.id} → ${await forward(event, { forwardTo, secret, cursor, isSandbox: client.isSandbox })}`,
      );
  }
}

/** Returns a cursor that begins after the newest event. */
async function newestCursor(client: ApiClient): Promise<string> {
  const newest = (await client.send("GET", "/events?order=newest&limit=1")) as EventPage;
  const [last] = newest.items;
  const after = last === undefined ? "" : `&after=${last.id}`;
  return ((await client.send("GET", `/events?limit=1${after}`)) as EventPage).resume_cursor;
}

/**
 * Sends an event with the headers and the signature of a webhook delivery. Returns the response's status, or the reason why no
 * response arrived.
 */
async function forward(
  event: Event,
  {
    forwardTo,
    secret,
    cursor,
    isSandbox,
  }: {
    readonly forwardTo: string;
    readonly secret: string;
    readonly cursor: string;
    readonly isSandbox: boolean;
  },
): Promise<string> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  try {
    const response = await fetch(forwardTo, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Daybook-Webhooks",
        "Service-Signature": `t=${seconds},v1=${signature}`,
        "Service-Event-Id": event.id,
        "Service-Event-Type": event.type,
        "Service-Attempt": "1",
        ...(isSandbox ? { "Service-Sandbox": "true" } : {}),
        "Service-Event-Cursor": cursor,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `not received (${reasonOf(error)})`;
  }
}
