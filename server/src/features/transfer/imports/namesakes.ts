/** A client that a row can match: a stored client, or one that an earlier row creates. */
export interface Person {
  readonly clientId: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** A person, and the position at which the person was added. */
interface Placed {
  readonly at: number;
  readonly clientId: string;
}

/** People with the same name. An index by contact avoids comparing all of them: a file may contain twenty thousand people with one name. */
export class Namesakes {
  readonly #placeOf = new Map<string, number>();
  /** The first person with each telephone number, and with each e-mail address in lower case. */
  readonly #byPhone = new Map<string, Placed>();
  readonly #byEmail = new Map<string, Placed>();
  /** The first person without contacts, and the first person who has neither contacts nor an external id. */
  #nameOnly: Placed | undefined;
  #nameOnlyWithoutId: Placed | undefined;

  add({ clientId, externalId, email, phone }: Person): void {
    const placed = { at: this.#placeOf.size, clientId };
    this.#placeOf.set(clientId, placed.at);
    if (phone !== null && !this.#byPhone.has(phone)) this.#byPhone.set(phone, placed);
    const address = email?.toLowerCase();
    if (address !== undefined && !this.#byEmail.has(address)) this.#byEmail.set(address, placed);
    if (phone !== null || email !== null) return;
    this.#nameOnly ??= placed;
    if (externalId === null) this.#nameOnlyWithoutId ??= placed;
  }

  /**
   * Returns the first client who is the same person as the given person: the client has the same telephone number or e-mail
   * address, or both people have no contacts and at most one of them has an external id.
   */
  sameAs({ externalId, email, phone }: Omit<Person, "clientId">): string | undefined {
    const isNameOnly = phone === null && email === null;
    return earliest([
      phone === null ? undefined : this.#byPhone.get(phone),
      email === null ? undefined : this.#byEmail.get(email.toLowerCase()),
      isNameOnly ? (externalId === null ? this.#nameOnly : this.#nameOnlyWithoutId) : undefined,
    ]);
  }

  /** Returns the first of the given clients who has the name of this group. */
  oneOf(clientIds: ReadonlySet<string>): string | undefined {
    if (clientIds.size > this.#placeOf.size) return this.#placeOf.keys().find((id) => clientIds.has(id));
    return earliest(
      [...clientIds].map((clientId) => {
        const at = this.#placeOf.get(clientId);
        return at === undefined ? undefined : { at, clientId };
      }),
    );
  }
}

function earliest(people: readonly (Placed | undefined)[]): string | undefined {
  let found: Placed | undefined;
  for (const one of people) if (one !== undefined && (found === undefined || one.at < found.at)) found = one;
  return found?.clientId;
}
