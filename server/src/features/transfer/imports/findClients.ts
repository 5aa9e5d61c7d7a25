import type { Reader } from "../../../platform/database/index.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import type { ReadAppointment } from "./appointmentOf.ts";
import { namesOf } from "./clientOf.ts";
import { type Problem, problem } from "./problems.ts";

type Client = Awaited<ReturnType<typeof clientDetails.byContact>>[number];
type Person = Pick<ReadAppointment, "clientName" | "firstName" | "lastName" | "email" | "phone">;

/** Limits the number of ways to split a full name into first and last name, because the query searches for each way. */
const MAX_SPLITS = 4;

/**
 * Finds the existing client of each row: the client with both the name and the telephone number or e-mail address of the row; without such
 * a client, the only client with the name, the number or the address. If several clients match, for example one by the contact and another
 * by the name, the result is a problem. The results, client ids or problems, are in the order of the rows.
 */
export async function findClients(
  reader: Reader,
  businessId: string,
  people: readonly Person[],
): Promise<(string | Problem)[]> {
  const names = people.map(possibleNames);
  const [byContact, byName] = await Promise.all([
    clientDetails.byContact(reader, businessId, {
      phones: people.flatMap(({ phone }) => phone ?? []),
      emails: people.flatMap(({ email }) => email ?? []),
    }),
    clientDetails.namesakes(reader, businessId, names.flat()),
  ]);
  const phones = grouped(byContact, ({ phone_e164 }) => phone_e164);
  const emails = grouped(byContact, ({ email }) => email?.toLowerCase() ?? null);
  const keys = grouped(byName, ({ key }) => key);
  return people.map((person, index) => {
    const wanted = new Set((names[index] ?? []).map(clientDetails.nameKey));
    const { phone, email } = person;
    if (wanted.size === 0 && phone === null && email === null) return problem("no_client");
    const withContact = distinct([
      ...(phones.get(phone ?? "") ?? []),
      ...(emails.get(email?.toLowerCase() ?? "") ?? []),
    ]);
    const withName = [...wanted].flatMap((key) => keys.get(key) ?? []);
    const both = withContact.filter(({ key }) => wanted.has(key));
    const found = both.length > 0 ? both : distinct([...withContact, ...withName]);
    const [first, second] = found;
    if (first === undefined) return problem("unknown_client");
    return second === undefined ? first.id : problem("several_clients");
  });
}

/** Returns the possible splits of a client's name into first and last name. */
function possibleNames({ clientName, firstName, lastName }: Person) {
  if (clientName === "") return [];
  if (firstName !== "" && lastName !== "") return [{ first_name: firstName, last_name: lastName }];
  const split = namesOf(clientName, "", "");
  const words = clientName.includes(",") ? [] : clientName.split(" ");
  const splits = words.slice(1, MAX_SPLITS).map((_, index) => ({
    first: words.slice(0, index + 1).join(" "),
    last: words.slice(index + 1).join(" "),
  }));
  return [split, ...splits, { first: clientName, last: "" }].map(({ first, last }) => ({
    first_name: first,
    ...(last === "" ? {} : { last_name: last }),
  }));
}

function grouped(
  clients: readonly Client[],
  keyOf: (client: Client) => string | null,
): Map<string, Client[]> {
  const groups = new Map<string, Client[]>();
  for (const client of clients) {
    const key = keyOf(client);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), client]);
  }
  return groups;
}

function distinct(clients: readonly Client[]): Client[] {
  return [...new Map(clients.map((client) => [client.id, client])).values()];
}
