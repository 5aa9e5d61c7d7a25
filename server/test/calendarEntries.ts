/** A property of a calendar file: its value unescaped, its parameters unquoted. */
export interface CalendarProperty {
  readonly value: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface ReadCalendar {
  readonly method: string;
  /** The properties of each VEVENT by name; each may stand there once. */
  readonly entries: readonly Readonly<Record<string, CalendarProperty>>[];
}

/**
 * Reads a calendar file by the letter of RFC 5545, and throws where it is not one: lines end in CRLF and have at most
 * 75 octets, a line that does not continue the one before is a property, what is begun is ended.
 */
export function readCalendar(text: string): ReadCalendar {
  if (!text.endsWith("\r\n")) throw new Error("The last line does not end");
  const lines = text.slice(0, -2).split("\r\n");
  for (const line of lines) {
    if (/[\r\n\0]/.test(line)) throw new Error(`A bare line break in ${JSON.stringify(line)}`);
    if (Buffer.byteLength(line) > 75) throw new Error(`A line of more than 75 octets: ${line}`);
  }
  const unfolded = lines
    .join("\r\n")
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n");
  const open: string[] = [];
  const calendar: Record<string, CalendarProperty> = {};
  const entries: Record<string, CalendarProperty>[] = [];
  for (const line of unfolded) {
    const { name, ...property } = propertyOf(line);
    if (name === "BEGIN") {
      open.push(property.value);
      if (property.value === "VEVENT") entries.push({});
    } else if (name === "END") {
      if (open.pop() !== property.value) throw new Error(`${line} ends what was not begun`);
    } else {
      const holder = open.at(-1) === "VEVENT" ? (entries.at(-1) ?? {}) : calendar;
      if (name in holder) throw new Error(`${name} stands there twice`);
      holder[name] = property;
    }
  }
  if (open.length > 0 || calendar.VERSION?.value !== "2.0") throw new Error("Not a whole calendar");
  return { method: calendar.METHOD?.value ?? "", entries };
}

function propertyOf(line: string): CalendarProperty & { readonly name: string } {
  const match = /^([A-Z][A-Z0-9-]*)((?:;[A-Z0-9-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/su.exec(line);
  if (match === null) throw new Error(`Not a property: ${line}`);
  const [, name = "", parameterText = "", value = ""] = match;
  const parameters = [...parameterText.matchAll(/;([A-Z0-9-]+)=(?:"([^"]*)"|([^";:,]*))/g)].map(
    ([, key = "", quoted, plain]) => [key, uncareted(quoted ?? plain ?? "")] as const,
  );
  return { name, value: unescaped(value), parameters: Object.fromEntries(parameters) };
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_all, char: string) =>
    char === "n" || char === "N" ? "\n" : char,
  );
}

/** RFC 6868. */
function uncareted(value: string): string {
  return value.replaceAll(/\^(['^n])/g, (_all, char: string) =>
    char === "'" ? '"' : char === "n" ? "\n" : "^",
  );
}
