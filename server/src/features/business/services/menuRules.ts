import type { FieldProblem } from "../../../kernel/errors.ts";
import { MAX_SERVICE_MINUTES, type ServiceChanges } from "./schema.ts";
import { hasPhases, type ServiceDraft } from "./serviceDraft.ts";

/** A service to be created or changed, with the data for checking the rules of the menu. */
export interface ServiceCandidate {
  /** The request body; problems refer to its fields. */
  readonly sent: ServiceChanges;
  /** The complete service as it will be written. */
  readonly draft: ServiceDraft;
  /** True for a new service, which needs a duration and a price. */
  readonly isNew: boolean;
  readonly currency: string;
  /** The tax rate of the service before the write. The service may keep this rate even if the rate is archived. */
  readonly taxRateBefore: string | null;
}

export function ruleProblems(candidate: ServiceCandidate): FieldProblem[] {
  return [...minuteProblems(candidate), ...priceProblems(candidate)];
}

function minuteProblems({ sent, draft, isNew }: ServiceCandidate): FieldProblem[] {
  if (isNew && sent.duration_minutes === undefined && !hasPhases(sent))
    return [
      {
        path: "/duration_minutes",
        message: "is required unless `initial_minutes`, `processing_minutes` or `finishing_minutes` is set",
      },
    ];
  if (draft.initial_minutes < 1) return [{ path: "/initial_minutes", message: "must be at least 1" }];
  const sum = draft.duration_minutes;
  if (sent.duration_minutes !== undefined && sent.duration_minutes !== sum)
    return [{ path: "/duration_minutes", message: `must be ${sum}, the sum of the minutes of the phases` }];
  if (sum <= MAX_SERVICE_MINUTES) return [];
  return [
    {
      path: "/duration_minutes",
      message: `must be at most ${MAX_SERVICE_MINUTES}: the phases have ${sum} minutes in total`,
    },
  ];
}

function priceProblems({ sent, draft, isNew, currency }: ServiceCandidate): FieldProblem[] {
  const isFree = draft.price_kind === "free";
  if (isNew && sent.price === undefined && !isFree)
    return [{ path: "/price", message: 'is required unless `price_kind` is "free"' }];
  const prices = [
    { path: "/price", price: sent.price },
    ...(sent.staff ?? []).map(({ price }, index) => ({ path: `/staff/${index}/price`, price })),
  ];
  return prices.flatMap(({ path, price }) => {
    if (price === undefined || price === null) return [];
    const problems: FieldProblem[] = [];
    if (price.currency !== currency)
      problems.push({ path: `${path}/currency`, message: `must be the business's currency, ${currency}` });
    if (isFree && price.amount !== 0)
      problems.push({ path: `${path}/amount`, message: "must be 0: the service is free" });
    return problems;
  });
}
