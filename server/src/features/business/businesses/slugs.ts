import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { SANDBOX_SLUG } from "../sandboxes/index.ts";
import { releaseSlug, takeSlug } from "./store.ts";

/**
 * Slugs that equal a current or possible future path or host name of Daybook. A business page with one of these slugs would
 * have the path of another page, or clients could mistake the business page for a page of Daybook.
 */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(
  `about account accounts admin api app apps assets auth b billing blog book booking businesses cdn
   dashboard daybook demo dev docs download email events favicon first-account forms ftp health help hooks
   images invitation invitations invite kiosk legal localhost login logout mail me metrics new oauth
   openapi openapi-json owner pay payments photos privacy public reset-password robots root sdk security
   settings sign-in sign-out sign-up signin signup smtp ssl static status stripe support system terms user
   users webhook webhooks well-known worker www`.split(/\s+/),
);

/**
 * Maximum length of a slug without its suffix. With the longest suffix, the slug still has at most 60 characters, the limit of
 * the API.
 */
const MAX_BASE_LENGTH = 48;
const MAX_NUMBER = 9;

/**
 * Reserves a free slug derived from the name of a new business, and returns it. Tries `salon-lindenhof`, then `salon-lindenhof-2` … `-9`,
 * then a slug that ends with the last characters of the business's id. Reserved slugs are skipped. Only the slugs of sandboxes begin with
 * `sandbox-`.
 */
export async function takeSlugFor(
  tx: Transaction,
  businessId: string,
  name: string,
  isSandbox = false,
): Promise<string> {
  const base = slugOf(isSandbox ? `${SANDBOX_SLUG}${name}` : named(name));
  const numbered = Array.from({ length: MAX_NUMBER - 1 }, (_, index) => `${base}-${index + 2}`);
  for (const slug of [base, ...numbered, `${base}-${businessId.slice(-8)}`]) {
    if (RESERVED_SLUGS.has(slug)) continue;
    const [taken] = await tx.query(takeSlug, { slug, business_id: businessId });
    if (taken !== undefined) return taken.slug;
  }
  throw new Error(`All slugs derived from the name of the business ${businessId} are taken or reserved.`);
}

/**
 * Changes the slug of a business and releases the old slug. Throws `validation_failed` if another business has the new slug, if the slug is
 * reserved, if a sandbox's slug does not begin with `sandbox-`, and if the slug of any other business begins with `sandbox-`.
 */
export async function changeSlug(
  tx: Transaction,
  { id: businessId, sandbox }: { readonly id: string; readonly sandbox: boolean },
  slug: string,
): Promise<void> {
  if (slug.startsWith(SANDBOX_SLUG) !== sandbox) {
    const rule = sandbox ? "must start" : "must not start";
    throw invalid({ path: "/slug", message: `${rule} with "${SANDBOX_SLUG}"` });
  }
  if (RESERVED_SLUGS.has(slug)) throw invalid({ path: "/slug", message: "is reserved: choose another slug" });
  tx.write(releaseSlug, { business_id: businessId });
  const [taken] = await tx.query(takeSlug, { slug, business_id: businessId });
  if (taken === undefined) throw invalid({ path: "/slug", message: "is already used by another business" });
}

/**
 * Returns the name from which to derive the slug of a business that is not a sandbox. Adds the word "business" if the slug
 * would begin with `sandbox-`.
 */
function named(name: string): string {
  return `${slugOf(name)}-`.startsWith(SANDBOX_SLUG) ? `business ${name}` : name;
}

/** Derives a slug from a name: `Café „Süß“` becomes `cafe-suss`; a name without Latin letters and digits becomes `business`. */
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
