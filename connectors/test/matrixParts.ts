import type { Operation, Sample } from "../shared/definition.ts";
import type { Case } from "./cases.ts";
import type { ConnectorApp } from "./connectorApp.ts";
import type { Site } from "./platform.ts";

export const siteOf = ({ address, salon }: ConnectorApp): Site => ({
  address,
  key: salon.key,
  businessId: salon.businessId,
});

/** Returns the operation's name in the table. */
export const partOf = ({ kind, key }: Operation): string =>
  `${kind === "create" ? "action" : "search"} ${key}`;

/** Returns the sorted keys of a webhook delivery and the sorted keys of its record. */
export const shapeOf = (body: Sample): string[][] => [
  Object.keys(body).sort(),
  Object.keys(body.data as object).sort(),
];

export function caseOf(cases: Readonly<Record<string, Case>>, { key }: Operation): Case {
  const found = cases[key];
  if (found === undefined) throw new Error(`connectors/test/cases.ts has no inputs for ${key}.`);
  return found;
}

/** Empties the objects whose keys exist only in the sample's business, such as the values of its client fields. */
export function withoutOwnKeys({ sample, outputs }: Operation): Sample {
  const own = outputs.filter(({ type }) => type === "any").map(({ name }) => [name, {}]);
  return { ...sample, ...Object.fromEntries(own) };
}

/** Sends requests until the server rejects a request because of its rate limit. */
export async function exhaust({ address, key }: Site): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    await answer.arrayBuffer();
    if (answer.status === 429) return;
  }
}
