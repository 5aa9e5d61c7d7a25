import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** A letter as the mail server took it. */
export interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The body, decoded. */
  readonly text: string;
  /** The whole message as it came over the wire. */
  readonly source: string;
}

/** How a mail server answers a step other than by taking it. */
type Misbehaviour = "hang up" | "say nothing" | "refuse";

/** A mail server for tests, that keeps what it is given. It refuses `refused@…` as a real one refuses an unknown box. */
export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly letters: Letter[];
  /** Says how it answers a recipient, or the end of a letter, which it has kept by then; a promise has it think. */
  answer: (step: "recipient" | "letter") => Misbehaviour | undefined | Promise<undefined>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const letters: Letter[] = [];
  const house: { answer: MailServer["answer"] } = { answer: () => undefined };
  const sockets = new Map<number, Socket>();
  const reply = async (step: "recipient" | "letter", port: number, done: (error?: Error) => void) => {
    const misbehaviour = await house.answer(step);
    if (misbehaviour === "hang up") sockets.get(port)?.destroy();
    else if (misbehaviour === "refuse") done(new Error("Not today"));
    else if (misbehaviour === undefined) done();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (address, session, done) =>
      address.address.startsWith("refused@")
        ? done(new Error("No such box"))
        : reply("recipient", session.remotePort, done),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        letters.push({
          from: mailFrom === false ? "" : String(mailFrom?.address),
          to: rcptTo.map(({ address }) => address),
          ...readLetter(Buffer.concat(chunks).toString("utf8")),
        });
        reply("letter", session.remotePort, done);
      });
    },
  });
  server.on("error", () => {});
  const inner = server.listen(0, "127.0.0.1");
  inner.on("connection", (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once("close", () => sockets.delete(remotePort));
  });
  await once(inner, "listening");
  const { port } = inner.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    get answer() {
      return house.answer;
    },
    set answer(answer) {
      house.answer = answer;
    },
    close: () => {
      for (const socket of sockets.values()) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Subject and text of a plain letter, whatever its transfer encoding. */
export function readLetter(source: string): { subject: string; text: string; source: string } {
  const [head = "", ...rest] = source.split(/\r?\n\r?\n/);
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, "im").exec(head)?.[1]?.replaceAll(/\r?\n[ \t]/g, " ") ??
    "";
  return {
    // What stands between two encoded words is the folding of the line, and not part of the text (RFC 2047, 6.2).
    subject: header("Subject")
      .replaceAll(/\?=\s+=\?/g, "?==?")
      .replaceAll(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_all, kind: string, coded: string) =>
        kind.toLowerCase() === "b"
          ? Buffer.from(coded, "base64").toString()
          : unquoted(coded.replaceAll("_", " ")),
      ),
    text: decoded(rest.join("\n\n").replaceAll("\r\n", "\n"), header("Content-Transfer-Encoding")),
    source,
  };
}

function decoded(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString();
  return /quoted-printable/i.test(encoding) ? unquoted(body.replaceAll(/=\n/g, "")) : body;
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString();
}
