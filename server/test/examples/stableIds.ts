import { createHash } from "node:crypto";

/**
 * Gives ids the same text in every recording: named by the request that first answered them instead of their creation
 * time.
 */
export interface StableIds {
  /** Names every unnamed id in these values: by the story, and the number of its ids so far. */
  learn(story: string, ...values: unknown[]): void;
  /** The value with stable texts for its ids. */
  inPlaceOf<V>(value: V): V;
  /** A copy: names added to it are unknown here. */
  copy(): StableIds;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** `madeAt` is the time in the ids. */
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

/** A UUID of version 7 whose random part comes from a name. */
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
