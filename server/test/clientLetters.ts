import { notifyClients } from "../src/features/scheduling/appointment-notifications/index.ts";
import { remindDue } from "../src/features/scheduling/appointment-notifications/remind.ts";
import { column, type Database, statement } from "../src/platform/database/index.ts";
import { openMailer } from "../src/platform/email/index.ts";
import { sendDueEmails } from "../src/platform/email/sender.ts";
import type { EventConsumer } from "../src/platform/outbox/relay.ts";
import { type ReadCalendar, readCalendar } from "./calendarEntries.ts";
import { letterParts } from "./letterParts.ts";
import { startMailServer } from "./mailServer.ts";
import { type OpenSalon, openSalon } from "./openSalon.ts";
import { settle } from "./settle.ts";

/** A letter as a client's mail program shows it. */
export interface ClientLetter {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly calendar: ReadCalendar;
  /** The whole message as it came over the wire. */
  readonly source: string;
}

/** A salon whose clients are written to, over a real mail server. */
export interface WritingSalon extends OpenSalon {
  /** A client with an address. */
  readonly zoe: string;
  readonly consumer: EventConsumer;
  readonly logged: string[];
  /** Hands what has happened to the consumer, sends what it wrote, and answers what arrived since the last time. */
  letters(): Promise<ClientLetter[]>;
  /** As the chore does it, on this database or another connection to it; answers how many were due. */
  remind(on?: Database): Promise<number>;
  /** Sends what waits in the queue. */
  arrived(): Promise<ClientLetter[]>;
}

const FROM = "Daybook <daybook@example.com>";

export async function openWritingSalon(): Promise<WritingSalon> {
  const open = await openSalon();
  const post = await startMailServer();
  const { database, clock } = open;
  const logged: string[] = [];
  const log = (message: string, error: unknown) => void logged.push(`${message}: ${error}`);
  const mailer = openMailer({ smtpUrl: post.url, from: FROM, dataDir: "/nowhere", log: () => {} });
  const writing = { clock, mailer, log };
  const consumer = notifyClients(writing);
  const sending = { database, databaseClock: { aheadMs: () => 0 }, mailer, log };
  const arrived = async () => {
    // The salon's clock is not the database's: what is to come there may be past here.
    await database.query(neverExpire, []);
    await sendDueEmails(sending, new AbortController().signal);
    return post.letters.splice(0).map(({ to, subject, source }): ClientLetter => {
      const parts = letterParts(source);
      const calendars = parts.filter(({ contentType }) =>
        /^(text\/calendar|application\/ics)/i.test(contentType),
      );
      const [inline, attached] = calendars;
      if (inline === undefined || attached?.content !== inline.content) throw new Error("no calendar file");
      const calendar = readCalendar(inline.content);
      if (!inline.contentType.includes(`method=${calendar.method}`)) throw new Error(inline.contentType);
      const text = parts.find(({ contentType }) => contentType.startsWith("text/plain"))?.content ?? "";
      return { to, subject, text: text.replaceAll("\r\n", "\n"), calendar, source };
    });
  };
  return {
    ...open,
    zoe: await open.addClient({ first_name: "Zoë", last_name: "Müller", email: "zoe@example.com" }),
    consumer,
    logged,
    arrived,
    async letters() {
      await settle(database, [consumer]);
      return arrived();
    },
    remind: (on = database) => remindDue({ database: on, ...writing }, 100),
    async close() {
      mailer.close();
      await post.close();
      await open.close();
    },
  };
}

const neverExpire = statement(
  "test_letters_never_expire",
  { id: column.id },
  "update emails set expires_at = null where expires_at is not null returning id",
);
