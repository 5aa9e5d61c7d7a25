import { createHash } from "node:crypto";

/**
 * Maps ids to ids that are the same in every recording. A stable id is derived from the request that first returned the id,
 * not from its creation time.
 */
export interface StableIds {
  /** Assigns a stable id to every new id in these values. The stable id is derived from the story and a counter. */
  learn(story: string, ...values: unknown[]): void;
  /** Returns the value with stable ids. */
  inPlaceOf<V>(value: V): V;
  /** Returns a copy. Ids added to the copy are not added to the original. */
  copy(): StableIds;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Creates a mapping, empty by default. `madeAt` is the time encoded in the stable ids. */
export function stableIds(madeAt: number, known: ReadonlyMap<string, string> = new Map()): StableIds {
  const stable = new Map(known);
  const taken = new Map<string, number>();
  return {
    learn: (story, ...values) => {
      for (const [id] of JSON.stringify(values).matchAll(UUID)) {
        if (stable.has(id)) continue;
        const nth = taken.get(story) ?? 0;
        taken.set(story, nth + 1);
        stable.set(id, idNamed(`${story} ${nth}`, madeAt));
      }
    },
    inPlaceOf: (value) => JSON.parse(JSON.stringify(value).replaceAll(UUID, (id) => stable.get(id) ?? id)),
    copy: () => stableIds(madeAt, stable),
  };
}

/** Returns a version 7 UUID whose random part is derived from a name. */
function idNamed(name: string, madeAt: number): string {
  const time = madeAt.toString(16).padStart(12, "0");
  const random = createHash("sha256").update(name).digest("hex");
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `9${random.slice(3, 6)}`,
    random.slice(6, 18),
  ].join("-");
}
