import type { Person } from "./people.ts";

/** Something that happened in the salon, and when. */
export interface Moment {
  readonly at: number;
  /** To whom: what happens to one person happens one after another. Null: to nobody who is known. */
  readonly person: Person | null;
  /**
   * Whether it is over before anything later begins. A visit that is booked, or gives its time back, decides whether the
   * next one is refused; and a load must refuse the same ones every time.
   */
  readonly isAwaited: boolean;
  readonly happen: () => Promise<void>;
}

/** So much is under way at once at most: enough to keep the database busy. */
const MOST_UNDER_WAY = 32;

/**
 * Lets moments happen, which come in the order of their times. Those that nobody else has to wait for go on beside those
 * that follow: on the one connection of the load PostgreSQL works on one while the next is made up, and nothing waits
 * for a round trip. In the end all of them are over.
 */
export async function unfold(moments: readonly Moment[]): Promise<void> {
  const underWay = new Map<Person | Moment, Promise<void>>();
  try {
    for (const moment of moments) {
      const { person, happen } = moment;
      const earlier = person === null ? undefined : underWay.get(person);
      if (moment.isAwaited) {
        await earlier;
        await happen();
        continue;
      }
      const happening = earlier === undefined ? happen() : earlier.then(happen);
      // Its failure is heard when it is waited for, which may be later than Node would put up with.
      happening.catch(() => undefined);
      underWay.set(person ?? moment, happening);
      if (underWay.size < MOST_UNDER_WAY) continue;
      await Promise.all(underWay.values());
      underWay.clear();
    }
    await Promise.all(underWay.values());
  } finally {
    // Whatever fails, nothing is sent any more once the transaction is given up.
    await Promise.allSettled(underWay.values());
  }
}
