import type { YearBusiness } from "./yearBusiness.ts";

const FIRST = ["Zoë", "Amira", "Tom", "Noor", "Lena", "Omar", "Mia", "Karim", "Elif", "Jonas"];
const LAST = ["Müller", "Haddad", "Fischer", "Rahman", "Öztürk", "Berg", "Salem", "Voss"];

/** A business and whom it knows. */
export interface Clientele {
  readonly firm: YearBusiness;
  /** Ids of those whose file is open. */
  readonly guests: string[];
  /** Gift cards that nobody's wallet shows: their codes, and what is left on them in minor units. */
  readonly cards: { readonly code: string; left: number }[];
}

/** Somebody new, in whose file every question is answered. */
export async function welcome({ firm, guests }: Clientele): Promise<string> {
  const { chance, fieldIds, plan, program } = firm;
  const [first_name, last_name] = [chance.oneOf(FIRST), chance.oneOf(LAST)];
  const { id } = await program("POST", "/clients", {
    first_name,
    last_name,
    email: `client-${guests.length}-${chance.whole(0, 99_999)}@example.com`,
    phone_e164: `+49151${chance.whole(10_000_000, 99_999_999)}`,
    custom_fields: { [fieldIds.choice]: chance.oneOf(plan.question.options), [fieldIds.note]: "By a friend" },
    patch_test_at: "2024-12-20",
  });
  guests.push(id);
  return id;
}

/** What happens to the card index on a Monday: who is new, who was in it twice, who leaves. */
export async function tidyIndex(clientele: Clientele, week: number): Promise<void> {
  const { firm, guests } = clientele;
  const { chance, owner, program } = firm;
  if (week % 4 === 1) await welcome(clientele);
  if (week % 5 === 2)
    await program("PATCH", `/clients/${chance.oneOf(guests)}`, { alert: `Since week ${week}` });
  if (week % 9 === 4) {
    const kept = chance.oneOf(guests);
    const from_client_id = chance.happens(0.5) ? await welcome(clientele) : otherThan(clientele, kept);
    await owner("POST", `/clients/${kept}/merge`, { from_client_id });
    leave(guests, from_client_id);
  }
  if (week % 13 === 6) {
    const left = chance.oneOf(guests);
    await program("DELETE", `/clients/${left}`);
    leave(guests, left);
  }
  if (week % 26 === 20) {
    const erased = chance.oneOf(guests);
    await owner("POST", `/clients/${erased}/erase`);
    leave(guests, erased);
  }
}

function otherThan({ firm, guests }: Clientele, kept: string): string {
  return firm.chance.oneOf(guests.filter((guest) => guest !== kept));
}

function leave(guests: string[], guest: string): void {
  guests.splice(guests.indexOf(guest), 1);
}
