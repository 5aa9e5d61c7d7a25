import type { YearBusiness } from "./yearBusiness.ts";

const FIRST = ["Zoë", "Amira", "Tom", "Noor", "Lena", "Omar", "Mia", "Karim", "Elif", "Jonas"];
const LAST = ["Müller", "Haddad", "Fischer", "Rahman", "Öztürk", "Berg", "Salem", "Voss"];

export interface ClientBook {
  readonly business: YearBusiness;
  /** Ids of clients who are not deleted. */
  readonly clientIds: string[];
  /** Gift cards without a client, with their codes and their balances in minor units. */
  readonly cards: { readonly code: string; left: number }[];
}

/** Creates a client with a value for every client field. */
export async function welcome({ business, clientIds }: ClientBook): Promise<string> {
  const { chance, fieldIds, plan, program } = business;
  const [first_name, last_name] = [chance.oneOf(FIRST), chance.oneOf(LAST)];
  const { id } = await program("POST", "/clients", {
    first_name,
    last_name,
    email: `client-${clientIds.length}-${chance.whole(0, 99_999)}@example.com`,
    phone_e164: `+49151${chance.whole(10_000_000, 99_999_999)}`,
    custom_fields: { [fieldIds.choice]: chance.oneOf(plan.question.options), [fieldIds.note]: "By a friend" },
    patch_test_at: "2024-12-20",
  });
  clientIds.push(id);
  return id;
}

/** Makes the weekly changes to clients: creates, updates, merges, deletes or erases some of them. */
export async function tidyIndex(clientBook: ClientBook, week: number): Promise<void> {
  const { business, clientIds } = clientBook;
  const { chance, owner, program } = business;
  if (week % 4 === 1) await welcome(clientBook);
  if (week % 5 === 2)
    await program("PATCH", `/clients/${chance.oneOf(clientIds)}`, { alert: `Since week ${week}` });
  if (week % 9 === 4) {
    const kept = chance.oneOf(clientIds);
    const from_client_id = chance.happens(0.5) ? await welcome(clientBook) : otherThan(clientBook, kept);
    await owner("POST", `/clients/${kept}/merge`, { from_client_id });
    leave(clientIds, from_client_id);
  }
  if (week % 13 === 6) {
    const left = chance.oneOf(clientIds);
    await program("DELETE", `/clients/${left}`);
    leave(clientIds, left);
  }
  if (week % 26 === 20) {
    const erased = chance.oneOf(clientIds);
    await owner("POST", `/clients/${erased}/erase`);
    leave(clientIds, erased);
  }
}

function otherThan({ business, clientIds }: ClientBook, kept: string): string {
  return business.chance.oneOf(clientIds.filter((clientId) => clientId !== kept));
}

function leave(clientIds: string[], clientId: string): void {
  clientIds.splice(clientIds.indexOf(clientId), 1);
}
