import { ApiError } from "../../../kernel/errors.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { maxDiscountPercent } from "../../business/policies/index.ts";
import type { DraftLine } from "./draftLines.ts";

type Discounted = Pick<DraftLine, "kind" | "quantity" | "unitMinor" | "listMinor">;

/** The sum of the discounts of a sale, and the sum of the full prices to which the discounts apply, in minor units. */
export interface GivenDiscount {
  readonly fullMinor: number;
  readonly discountMinor: number;
}

/**
 * Sums the discounts that the seller gives: discount lines, and the reductions of prices below the booked or menu price. Gift
 * cards cannot be discounted and do not count towards the full price. A price above the menu price does not offset a discount.
 */
export function givenDiscount(lines: readonly Discounted[]): GivenDiscount {
  let fullMinor = 0;
  let discountMinor = 0;
  for (const { kind, quantity, unitMinor, listMinor } of lines) {
    if (kind === "gift_card") continue;
    if (kind === "discount") {
      discountMinor += quantity * unitMinor;
      continue;
    }
    const listed = Math.max(unitMinor, listMinor ?? unitMinor);
    fullMinor += quantity * listed;
    discountMinor += quantity * (listed - unitMinor);
  }
  return { fullMinor, discountMinor };
}

/**
 * Throws `forbidden_role` when the discounts exceed the limit of the role (policy `max_discount_percent`). The error's `required` contains
 * the roles that may give these discounts. Promotions do not count as discounts of the seller.
 */
export async function assertDiscountAllowed(
  reader: Reader,
  businessId: string,
  role: Role,
  lines: readonly Discounted[],
  path = "/lines",
): Promise<void> {
  const { fullMinor, discountMinor } = givenDiscount(lines);
  if (role === "owner" || discountMinor === 0) return;
  const limits = await maxDiscountPercent(reader, businessId);
  const isAllowed = (percent: number) => discountMinor * 100 <= fullMinor * percent;
  if (isAllowed(limits[role])) return;
  const able = (["manager", "reception", "staff"] as const).filter((other) => isAllowed(limits[other]));
  const required = ["owner", ...able].join("|");
  const message = `The discounts in ${path} exceed ${limits[role]} % of the prices before discounts, the limit of the role ${role}. These discounts require the role ${["owner", ...able].join(" or ")}.`;
  throw new ApiError("forbidden_role", message, { required });
}
