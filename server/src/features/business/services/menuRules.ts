import type { FieldProblem } from "../../../kernel/errors.ts";
import { type ChangedService, MAX_SERVICE_MINUTES } from "./schema.ts";
import { hasPhases, type ServiceDraft } from "./serviceDraft.ts";

/** What a service is checked against. */
export interface Wish {
  /** The body: problems name its fields. */
  readonly sent: ChangedService;
  /** The whole service that would come of it. */
  readonly draft: ServiceDraft;
  /** A new service must say how long it takes and what it costs. */
  readonly isNew: boolean;
  /** The business's. */
  readonly currency: string;
}

/** What is wrong with a service by itself: its minutes and its prices. */
export function ruleProblems(wish: Wish): FieldProblem[] {
  return [...minuteProblems(wish), ...priceProblems(wish)];
}

function minuteProblems({ sent, draft, isNew }: Wish): FieldProblem[] {
  if (isNew && sent.duration_minutes === undefined && !hasPhases(sent))
    return [{ path: "/duration_minutes", message: "is required, or the phases are" }];
  if (draft.initial_minutes < 1) return [{ path: "/initial_minutes", message: "must be at least 1" }];
  const sum = draft.duration_minutes;
  if (sent.duration_minutes !== undefined && sent.duration_minutes !== sum)
    return [{ path: "/duration_minutes", message: `must be the sum of the phases, which is ${sum}` }];
  if (sum <= MAX_SERVICE_MINUTES) return [];
  return [{ path: "/duration_minutes", message: `must be at most ${MAX_SERVICE_MINUTES}, not ${sum}` }];
}

function priceProblems({ sent, draft, isNew, currency }: Wish): FieldProblem[] {
  const isFree = draft.price_kind === "free";
  if (isNew && sent.price === undefined && !isFree)
    return [{ path: "/price", message: "is required, unless price_kind is free" }];
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
      problems.push({ path: `${path}/amount`, message: "must be 0, because the service is free" });
    return problems;
  });
}
