import type pg from "pg";
import { encodeParameter } from "./encodeParameter.ts";
import { typeParsers } from "./types.ts";

/** A statement to send: SQL with positions (`$1`) and the values of its parameters. */
export interface Command {
  /** One SQL statement; PostgreSQL rejects a text with several statements. */
  readonly text: string;
  /** The name under which the connection keeps the prepared statement; absent if it is parsed for each execution. */
  readonly name?: string;
  readonly values?: readonly unknown[];
  /** Whether the caller needs the rows of the result. */
  readonly returnsRows?: boolean;
}

/** The result of a command: its rows, and its name, for example `COMMIT`. */
export interface CommandResult {
  readonly rows: unknown[];
  readonly command: string;
}

type Row = Record<string, unknown>;
type Fields = readonly { readonly name: string; readonly parse: (text: string) => unknown }[];

interface Sent {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
  readonly returnsRows: boolean;
  readonly resolve: (result: CommandResult) => void;
  readonly reject: (error: unknown) => void;
  readonly rows: Row[];
  command: string;
}

/** The methods of a connection with which `pg` writes messages of the protocol. The types of `pg` declare only some of them. */
interface Wire {
  readonly stream: { write(bytes: Buffer): void; destroy(): void };
  /** The SQL of the prepared statements of this connection by name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: "P" }): void;
  execute(message: object): void;
  sync(): void;
  /** Writes a message to the socket. */
  _send(message: Buffer): void;
}

/** The columns of the results of a connection's prepared statements, so that PostgreSQL describes each statement once. */
const knownFields = new WeakMap<object, Map<string, Fields>>();

/**
 * Commands that a connection sends to PostgreSQL in one write, with one Sync at the end (decision 96). They succeed or fail
 * together: after a failed command PostgreSQL skips the rest, and all of them reject with its error. A trip is a query of `pg`
 * (`Submittable`), so `pg` calls the methods `handle…` with PostgreSQL's messages.
 */
export class Trip {
  readonly #commands: Sent[] = [];
  readonly #timeoutMs: number;
  #current = 0;
  #fields: Fields = [];
  #known = new Map<string, Fields>();
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  /** The error of a result value that could not be parsed. It is reported only after all remaining messages have been read. */
  #unreadable: { readonly error: unknown } | undefined;
  #isSubmitted = false;

  /** If PostgreSQL does not respond within the timeout, the connection counts as dead and is closed. */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Whether commands can be added: until `pg` sends them, or the connection is lost before that. */
  get isOpen(): boolean {
    return !this.#isSubmitted && !this.#isOver;
  }

  /** Adds a command. The caller must check `isOpen` first. */
  add(command: Command): Promise<CommandResult> {
    const { name = "", text, values = [], returnsRows = false } = command;
    // The values are encoded before anything is written, so that an invalid value does not leave half of the commands on
    // the connection.
    const encoded = values.map(encodeParameter);
    return new Promise((resolve, reject) => {
      this.#commands.push({
        ...{ name, text, values: encoded, returnsRows },
        ...{ resolve, reject, rows: [], command: "" },
      });
    });
  }

  /** The name of the statement that PostgreSQL is executing. `pg` reads the name when PostgreSQL has parsed a statement. */
  get name(): string {
    return this.#commands[this.#current]?.name ?? "";
  }

  get text(): string {
    return this.#commands[this.#current]?.text ?? "";
  }

  submit(connection: pg.Connection): Error | null {
    this.#isSubmitted = true;
    const wire = connection as unknown as Wire;
    this.#known = knownFields.get(wire) ?? new Map();
    knownFields.set(wire, this.#known);
    this.#timer = setTimeout(() => this.#expire(wire), this.#timeoutMs);
    const messages: Buffer[] = [];
    const collecting: Wire = Object.create(wire, { _send: { value: (one: Buffer) => messages.push(one) } });
    this.#write(collecting);
    wire.stream.write(Buffer.concat(messages));
    return null;
  }

  /**
   * Encodes the messages of all commands. The caller sends them in one write, because a
   * vectored write costs a third more CPU time.
   */
  #write(wire: Wire): void {
    const parsed = new Set<string>();
    for (const { name, text, values, returnsRows } of this.#commands) {
      if (name === "" || (wire.parsedStatements[name] === undefined && !parsed.has(name)))
        wire.parse({ text, name });
      parsed.add(name);
      wire.bind({ statement: name, values });
      if (returnsRows && !this.#known.has(name)) wire.describe({ type: "P" });
      wire.execute({});
    }
    wire.sync();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#fields = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID, "text") as (text: string) => unknown,
    }));
    if (this.name !== "") this.#known.set(this.name, this.#fields);
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    const sent = this.#commands[this.#current];
    if (sent?.returnsRows !== true) return;
    const fields = this.#known.get(sent.name) ?? this.#fields;
    try {
      sent.rows.push(rowOf(fields, texts));
    } catch (error) {
      this.#unreadable ??= { error };
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const sent = this.#commands[this.#current++];
    if (sent !== undefined) sent.command = text;
  }

  handleEmptyQuery(): void {
    this.#current++;
  }

  handlePortalSuspended(): void {
    throw new Error("PostgreSQL suspended a portal that has no row limit.");
  }

  handleReadyForQuery(): void {
    if (this.#unreadable !== undefined) this.handleError(this.#unreadable.error);
    else if (this.#end()) for (const { resolve, rows, command } of this.#commands) resolve({ rows, command });
  }

  /** Called with the error of a command, or of the connection. */
  handleError(error: unknown): void {
    if (!this.#end()) return;
    for (const { reject } of this.#commands) reject(error);
  }

  #expire(wire: Wire): void {
    this.handleError(new Error("Query read timeout"));
    wire.stream.destroy();
  }

  /** Returns false if the trip has already ended. */
  #end(): boolean {
    clearTimeout(this.#timer);
    const isFirst = !this.#isOver;
    this.#isOver = true;
    return isFirst;
  }
}

/**
 * Sends a command that ends a transaction or returns to a savepoint. If the command is sent in the same write as a failing
 * command, PostgreSQL skips it, and this function sends it again.
 */
export async function sendAfterFailure(
  send: (command: Command) => Promise<CommandResult>,
  command: Command,
): Promise<void> {
  await send(command).catch(() => send(command));
}

function rowOf(fields: Fields, texts: readonly (string | null)[]): Row {
  const row: Row = {};
  for (let i = 0; i < fields.length; i++) {
    const { name, parse } = fields[i] as Fields[number];
    const text = texts[i] as string | null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}
