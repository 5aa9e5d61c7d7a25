import type { Appointment } from "@daybook/sdk";
import { moneyOf } from "../../../base/money.ts";
import type { Sale, SaleInput } from "./queries.ts";

export type LineKind = NonNullable<SaleInput["lines"]>[number]["kind"];

/** A line added to the ticket. The request omits unchanged prices, because the server fills them in. */
export interface TicketLine {
  readonly key: string;
  readonly kind: LineKind;
  /** The id of the service, product, package, membership plan or gift card. */
  readonly itemId: string | undefined;
  readonly description: string;
  readonly quantity: number;
  readonly listMinor: number | undefined;
  readonly unitMinor: number | undefined;
  /** The staff member of a line from an existing sale. If undefined, the request contains no staff member. */
  readonly staffId?: string;
}

/** The state of the ticket form. */
export interface Ticket {
  readonly clientId: string | undefined;
  readonly lines: readonly TicketLine[];
  /** The ids of the booked items that the user has omitted. */
  readonly omitted: readonly string[];
  readonly promotionId: string | undefined;
  readonly tipMinor: number | undefined;
}

export const EMPTY_TICKET: Ticket = {
  clientId: undefined,
  lines: [],
  omitted: [],
  promotionId: undefined,
  tipMinor: undefined,
};

/** Converts an open sale to a ticket for editing. */
export function ticketOf(sale: Sale, appointment: Appointment | undefined): Ticket {
  const lines = sale.lines.filter(({ item_id, promotion_id }) => item_id === null && promotion_id === null);
  const sold = sale.lines.map(({ item_id }) => item_id);
  return {
    clientId: sale.client_id ?? undefined,
    lines: lines.map((line) => ({
      key: line.id,
      kind: line.kind as LineKind,
      itemId: line.service_id ?? line.product_id ?? line.prepaid_product_id ?? undefined,
      description: line.description,
      quantity: line.quantity,
      listMinor: undefined,
      unitMinor: Math.abs(line.unit_price.amount),
      ...(line.staff_id === null ? {} : { staffId: line.staff_id }),
    })),
    omitted: appointment?.items.map(({ id }) => id).filter((id) => !sold.includes(id)) ?? [],
    promotionId: sale.lines.find(({ promotion_id }) => promotion_id !== null)?.promotion_id ?? undefined,
    tipMinor: sale.tip.amount === 0 ? undefined : sale.tip.amount,
  };
}

/** Whether the ticket has at least one line to sell. */
export function isFilled(ticket: Ticket, appointment: Appointment | undefined): boolean {
  const booked = appointment?.items.filter(({ id }) => !ticket.omitted.includes(id)) ?? [];
  return booked.length > 0 || ticket.lines.some(({ kind }) => kind !== "discount");
}

/** Returns the ticket without incomplete lines (missing price or text), which the server would reject. */
export function quotable(ticket: Ticket): Ticket {
  const isComplete = ({ kind, itemId, description, unitMinor }: TicketLine) => {
    if (itemId !== undefined) return true;
    return (unitMinor ?? 0) > 0 && (kind !== "product" || description.trim() !== "");
  };
  return { ...ticket, lines: ticket.lines.filter(isComplete) };
}

export function saleInputOf(
  ticket: Ticket,
  where: {
    readonly locationId: string;
    readonly currency: string;
    readonly appointment?: Appointment | undefined;
  },
): SaleInput {
  const { appointment, currency } = where;
  const lines = ticket.lines.map((line) => inputOfLine(line, currency));
  const { tipMinor, promotionId, clientId, omitted } = ticket;
  return {
    location_id: where.locationId,
    ...(appointment === undefined ? {} : { appointment_id: appointment.id }),
    ...(appointment !== undefined || clientId === undefined ? {} : { client_id: clientId }),
    ...(lines.length === 0 && appointment !== undefined ? {} : { lines }),
    ...(appointment === undefined || omitted.length === 0 ? {} : { omit_items: [...omitted] }),
    ...(promotionId === undefined ? {} : { promotion_id: promotionId }),
    ...(tipMinor === undefined || tipMinor === 0 ? {} : { tip: moneyOf(tipMinor, currency) }),
  };
}

const ITEM_FIELDS = {
  service: "service_id",
  product: "product_id",
  package: "package_id",
  membership: "membership_id",
  gift_card: "gift_card_id",
} as const;

function inputOfLine(line: TicketLine, currency: string): NonNullable<SaleInput["lines"]>[number] {
  const { kind, itemId, quantity, unitMinor, listMinor } = line;
  const description = line.description.trim();
  const hasOwnPrice = unitMinor !== undefined && unitMinor !== listMinor;
  return {
    kind,
    ...(itemId !== undefined && kind in ITEM_FIELDS
      ? { [ITEM_FIELDS[kind as keyof typeof ITEM_FIELDS]]: itemId }
      : {}),
    ...(itemId !== undefined || description === "" ? {} : { description }),
    ...(quantity === 1 ? {} : { quantity }),
    ...(line.staffId === undefined ? {} : { staff_id: line.staffId }),
    ...(hasOwnPrice ? { unit_price: moneyOf(unitMinor, currency) } : {}),
  };
}
