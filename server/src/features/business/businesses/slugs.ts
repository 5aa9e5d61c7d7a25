import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { releaseSlug, takeSlug } from "./store.ts";

/** Longest slug the schema allows, less what a number behind it needs. */
const MAX_BASE_LENGTH = 48;
const MOST_NUMBERED = 9;

/**
 * Takes a slug for a new business from its name: `salon-lindenhof`, then `salon-lindenhof-2` … `-9`, then one
 * with the end of the business's id, which is nobody else's. Answers the slug it took.
 */
export async function takeSlugFor(tx: Transaction, businessId: string, name: string): Promise<string> {
  const base = slugOf(name);
  const numbered = Array.from({ length: MOST_NUMBERED - 1 }, (_, index) => `${base}-${index + 2}`);
  for (const slug of [base, ...numbered, `${base}-${businessId.slice(-8)}`]) {
    const [taken] = await tx.query(takeSlug, [slug, businessId]);
    if (taken !== undefined) return taken.slug;
  }
  throw new Error(`No slug is free for the business ${businessId}.`);
}

/** Exchanges a business's slug; the old one is free for anybody from then on. Throws 422 when the new one is taken. */
export async function changeSlug(tx: Transaction, businessId: string, slug: string): Promise<void> {
  tx.write(releaseSlug, [businessId]);
  const [taken] = await tx.query(takeSlug, [slug, businessId]);
  if (taken === undefined) throw invalid({ path: "/slug", message: "is the slug of another business" });
}

/** A name in the letters of an address: `Café „Süß“` becomes `cafe-suss`. Names without Latin letters become `business`. */
export function slugOf(name: string): string {
  const slug = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_BASE_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
  return slug.length >= 3 ? slug : ["business", slug].filter(Boolean).join("-");
}
