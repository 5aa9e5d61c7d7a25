import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { EVENT_SCOPES, type EventType } from "../kernel/events.ts";
import { isScope, SCOPES, type Scope } from "../kernel/scopes.ts";
import { StartupError } from "../platform/startupError.ts";

export type Command =
  | { readonly name: "start" | "web" | "worker" | "demo" | "doctor" | "help" | "version" }
  | MigrateCommand
  | BackupCommand
  | VerifyBackupCommand
  | RestoreCommand
  | ExportBusinessCommand
  | ImportBusinessCommand
  | CreateKeyCommand
  | ListenCommand
  | TriggerCommand
  | CreateBusinessCommand;

export interface MigrateCommand {
  readonly name: "migrate";
  /** Whether to distribute the tables on a Citus cluster. */
  readonly isCluster: boolean;
}

export interface BackupCommand {
  readonly name: "backup";
  readonly file: string;
  /** Whether to exclude the installation's secret from the backup. */
  readonly withoutSecret: boolean;
}

export interface VerifyBackupCommand {
  readonly name: "backup --verify";
  readonly file: string;
}

export interface RestoreCommand {
  readonly name: "restore";
  readonly file: string;
  /** Whether to restore even if the secret in use differs from that of the backed-up installation. */
  readonly withAnotherSecret: boolean;
}

/** The options of `daybook export-business BUSINESS FILE`; `business` is an id or a slug. */
export interface ExportBusinessCommand {
  readonly name: "export-business";
  readonly business: string;
  readonly file: string;
}

export interface ImportBusinessCommand {
  readonly name: "import-business";
  readonly file: string;
}

/** The options of `daybook key create`; `business` is an id or a slug. */
export interface CreateKeyCommand {
  readonly name: "key create";
  readonly business: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
}

/** The server and the API key of the commands that call the API. */
interface ApiCommand {
  readonly url: string;
  readonly key: string;
}

/** The options of `daybook listen`; without `forwardTo` the command only prints the events. */
export interface ListenCommand extends ApiCommand {
  readonly name: "listen";
  readonly forwardTo?: string;
  /** The types of the events; if undefined, all types. */
  readonly events?: readonly EventType[];
  /** The signing secret; if undefined, a new secret is created. */
  readonly secret?: string;
}

export interface TriggerCommand extends ApiCommand {
  readonly name: "trigger";
  readonly type: EventType;
}

/** The options of `daybook business create`: the business's settings as in the API, and the owner's e-mail address and name. */
export interface CreateBusinessCommand {
  readonly name: "business create";
  readonly business: {
    readonly name: string;
    readonly type: string;
    readonly time_zone: string;
    readonly currency: string;
    readonly country: string;
  };
  readonly ownerEmail: string;
  readonly ownerName: string;
}

/**
 * Parses the arguments after `daybook`; without arguments the command is `help`. The API key of `listen` and `trigger` may also
 * be set in the environment variable `DAYBOOK_API_KEY`, because other users of the machine can read arguments.
 *
 * @throws {StartupError} (exit code 2) for invalid arguments.
 */
export function readCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Command {
  const [first = "help", ...rest] = words;
  if (["help", "--help", "-h"].includes(first) || rest.includes("--help")) return { name: "help" };
  if (["version", "--version", "-v"].includes(first)) return { name: "version" };
  if (first === "key" && rest[0] === "create") return readCreateKey(rest.slice(1));
  if (first === "business" && rest[0] === "create") return readCreateBusiness(rest.slice(1));
  if (first === "listen") return readListen(rest, environment);
  if (first === "trigger") return readTrigger(rest, environment);
  if (first === "migrate") {
    const { citus } = readOptions(rest, { citus: { type: "boolean" } });
    return { name: "migrate", isCluster: citus !== undefined };
  }
  if (first === "backup" && rest.includes("--verify")) {
    return { name: "backup --verify", file: readFile("daybook backup --verify", rest, "verify").file };
  }
  if (first === "backup") {
    const { file, given } = readFile("daybook backup", rest, "without-secret");
    return { name: "backup", file, withoutSecret: given };
  }
  if (first === "restore") {
    const { file, given } = readFile("daybook restore", rest, "with-another-secret");
    return { name: "restore", file, withAnotherSecret: given };
  }
  if (first === "export-business") {
    const [business, file] = readWords("daybook export-business", rest, ["BUSINESS", "FILE"]);
    return { name: "export-business", business, file };
  }
  if (first === "import-business") {
    const [file] = readWords("daybook import-business", rest, ["FILE"]);
    return { name: "import-business", file };
  }
  const name = plainCommands.find((command) => command === first);
  if (!name) throw wrong(`There is no command "${words.join(" ")}".`);
  readOptions(rest, {});
  return { name };
}

const plainCommands = ["start", "web", "worker", "demo", "doctor"] as const;

const DEFAULT_PORT = "3000";

/** The maximum length of a key's label (spec §2). */
const MAX_LABEL_LENGTH = 60;

/** Parses the file argument of a command that accepts one flag. */
function readFile(
  command: string,
  words: readonly string[],
  option: string,
): { file: string; given: boolean } {
  const files = words.filter((word) => word !== `--${option}`);
  const [file] = files;
  if (file === undefined || files.length > 1 || file.startsWith("-"))
    throw wrong(`${command} needs one FILE${command.endsWith(option) ? "" : ` and accepts --${option}`}.`);
  return { file, given: files.length < words.length };
}

/** Returns the arguments of a command that requires one argument for each name and accepts no options. */
function readWords<const Names extends readonly string[]>(
  command: string,
  words: readonly string[],
  names: Names,
): { readonly [Each in keyof Names]: string } {
  if (words.length !== names.length || words.some((word) => word.startsWith("-")))
    throw wrong(`${command} needs ${names.join(" and ")}, and accepts no other arguments.`);
  return words as unknown as { readonly [Each in keyof Names]: string };
}

function readCreateKey(words: readonly string[]): CreateKeyCommand {
  const text = { type: "string" } as const;
  const { business, label, scopes } = readOptions(words, { business: text, label: text, scopes: text });
  if (!business || !label?.trim() || !scopes) {
    throw wrong("daybook key create needs --business ID_OR_SLUG, --label TEXT and --scopes SCOPE,SCOPE.");
  }
  if ([...label.trim()].length > MAX_LABEL_LENGTH)
    throw wrong(`The label must have at most ${MAX_LABEL_LENGTH} characters.`);
  const wanted = scopes.split(",").map((scope) => scope.trim());
  const unknown = wanted.filter((scope) => !isScope(scope));
  if (unknown.length > 0) {
    throw wrong(
      `${unknown.map((scope) => `"${scope}"`).join(", ")} ${unknown.length === 1 ? "is not a scope" : "are not scopes"}. The scopes are ${SCOPES.join(", ")}.`,
    );
  }
  return { name: "key create", business, label: label.trim(), scopes: [...new Set(wanted.filter(isScope))] };
}

type Environment = Readonly<Record<string, string | undefined>>;

function readListen(words: readonly string[], environment: Environment): ListenCommand {
  const text = { type: "string" } as const;
  const {
    "forward-to": forwardTo,
    events,
    secret,
    ...api
  } = readOptions(words, {
    "forward-to": text,
    events: text,
    secret: text,
    url: text,
    key: text,
  });
  const types = events?.split(",").map((type) => readEventType(type.trim()));
  return {
    name: "listen",
    ...readApi("daybook listen", api, environment),
    ...(forwardTo === undefined ? {} : { forwardTo: readUrl("--forward-to", forwardTo) }),
    ...(types === undefined ? {} : { events: types }),
    ...(secret === undefined ? {} : { secret }),
  };
}

function readTrigger(words: readonly string[], environment: Environment): TriggerCommand {
  const [type, ...rest] = words;
  const text = { type: "string" } as const;
  if (type === undefined || type.startsWith("-")) throw wrong("daybook trigger needs an EVENT.");
  const api = readOptions(rest, { url: text, key: text });
  return { name: "trigger", type: readEventType(type), ...readApi("daybook trigger", api, environment) };
}

function readApi(
  command: string,
  { url, key }: Record<string, string | undefined>,
  environment: Environment,
): ApiCommand {
  const found = key ?? environment.DAYBOOK_API_KEY;
  if (!found)
    throw wrong(`${command} needs an API key: --key KEY or the environment variable DAYBOOK_API_KEY.`);
  const here = `http://127.0.0.1:${environment.PORT || DEFAULT_PORT}`;
  return { url: readUrl("--url", url ?? environment.DAYBOOK_PUBLIC_URL ?? here), key: found };
}

/** Checks a URL and returns it without a trailing slash. */
function readUrl(option: string, text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrong(`${option} needs a URL that begins with http:// or https://.`);
  return text.replace(/\/+$/, "");
}

function readEventType(text: string): EventType {
  if (!Object.hasOwn(EVENT_SCOPES, text))
    throw wrong(`"${text}" is not an event. The events are ${Object.keys(EVENT_SCOPES).join(", ")}.`);
  return text as EventType;
}

function readCreateBusiness(words: readonly string[]): CreateBusinessCommand {
  const text = { type: "string" } as const;
  const { name, type, country, currency, ...options } = readOptions(words, {
    name: text,
    type: text,
    country: text,
    currency: text,
    "time-zone": text,
    "owner-email": text,
    "owner-name": text,
  });
  const ownerEmail = options["owner-email"]?.trim();
  const timeZone = options["time-zone"];
  if (!name?.trim() || !ownerEmail || !country || !currency || !timeZone)
    throw wrong(
      "daybook business create needs --name TEXT, --owner-email ADDRESS, --country CODE, --currency CODE and --time-zone NAME.",
    );
  const business = { name: name.trim(), type: type ?? "salon", time_zone: timeZone, currency, country };
  const ownerName = options["owner-name"]?.trim() || (ownerEmail.split("@")[0] ?? ownerEmail);
  return { name: "business create", business, ownerEmail, ownerName };
}

function readOptions(
  words: readonly string[],
  options: ParseArgsOptionsConfig,
): Record<string, string | undefined> {
  try {
    const { values } = parseArgs({ args: [...words], options, strict: true, allowPositionals: false });
    return values as Record<string, string | undefined>;
  } catch (error) {
    throw wrong(error instanceof Error ? `${error.message.split(". ")[0]}.` : String(error));
  }
}

function wrong(sentence: string): StartupError {
  return new StartupError(`${sentence} See daybook help.`, 2);
}
