import type { FieldProblem } from "../../../kernel/errors.ts";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { Appointment } from "../../scheduling/appointments/index.ts";
import { type Offer, offersNamed } from "../prepaid/index.ts";
import type { LINE_KINDS, SaleLineInputValues } from "./schema.ts";
import { listMenu, listTeam, type MenuRow } from "./store.ts";

/** A line that has a name and a price. Amounts are minor units that are not negative, of a discount too. */
export interface DraftLine {
  readonly kind: (typeof LINE_KINDS)[number];
  readonly description: string;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly serviceId: string | null;
  readonly offerId: string | null;
  readonly staffId: string | null;
}

/** What lines are written for. */
export interface Ticket {
  readonly businessId: string;
  readonly currency: string;
  /** Null for a sale at the counter. */
  readonly visit: Appointment | null;
}

/** Every package that is sold becomes a wallet entry of its own, so nobody sells thousands at once, whatever the lines. */
const MOST_ISSUED = 20;
const MOST_ISSUED_IN_ALL = 100;

/** The services of a visit, at the prices they were booked with. */
export function linesOfVisit(visit: Appointment): DraftLine[] {
  return visit.items.map((item) => ({
    kind: "service",
    description: item.serviceName,
    quantity: 1,
    unitMinor: item.priceAmount,
    serviceId: item.serviceId,
    offerId: null,
    staffId: item.staffId,
  }));
}

/**
 * Lines as they were sent, with names and prices from the visit, the menu or what is sold in advance where they leave them out; and
 * everything that is wrong with them. Gift cards are a line each, because each has a code.
 */
export async function draftLines(
  reader: Reader,
  ticket: Ticket,
  sent: readonly SaleLineInputValues[],
): Promise<{ lines: DraftLine[]; problems: FieldProblem[] }> {
  const ids = (named: readonly (string | undefined)[]) => [
    ...new Set(named.flatMap((id) => (id === undefined ? [] : [id.toLowerCase()]))),
  ];
  const { businessId } = ticket;
  const [menu, offers, team] = await Promise.all([
    reader.query(listMenu, [businessId, ids(sent.map((line) => line.service_id))]),
    offersNamed(
      reader,
      businessId,
      ids(sent.flatMap((line) => [line.package_id, line.membership_id, line.gift_card_id])),
    ),
    reader.query(listTeam, [businessId, ids(sent.map((line) => line.staff_id))]),
  ]);
  const known: Known = {
    menu: new Map(menu.map((service) => [service.id, service])),
    offers,
    team: new Set(team.map(({ id }) => id)),
  };
  const drafts = sent.map((line, index) => draftOf(ticket, known, line, `/lines/${index}`));
  const issued = sent.reduce((all, { kind, quantity = 1 }) => all + (isIssued(kind) ? quantity : 0), 0);
  const message = `hold more than ${MOST_ISSUED_IN_ALL} packages, memberships and gift cards together`;
  return {
    lines: drafts.flatMap(({ line }) => (line === null ? [] : singly(line))),
    problems: [
      ...drafts.flatMap(({ problems }) => problems),
      ...(issued > MOST_ISSUED_IN_ALL ? [{ path: "/lines", message }] : []),
    ],
  };
}

interface Known {
  readonly menu: ReadonlyMap<string, MenuRow>;
  readonly offers: ReadonlyMap<string, Offer>;
  readonly team: ReadonlySet<string>;
}

/** What a line is of, before its own words count: a name, a price, and ids. */
interface Thing {
  readonly description?: string;
  readonly unitMinor?: number;
  readonly serviceId?: string;
  readonly offerId?: string;
  readonly staffId?: string;
}

function draftOf(
  ticket: Ticket,
  known: Known,
  sent: SaleLineInputValues,
  path: string,
): { line: DraftLine | null; problems: FieldProblem[] } {
  const { thing, problems } = thingOf(ticket, known, sent, path);
  const say = (field: string, message: string) => problems.push({ path: `${path}${field}`, message });
  const quantity = sent.quantity ?? 1;
  const unitMinor = sent.unit_price?.amount ?? thing.unitMinor;
  const description = sent.description ?? thing.description;
  const staffId = sent.staff_id?.toLowerCase() ?? thing.staffId ?? null;
  if (sent.unit_price !== undefined && sent.unit_price.currency !== ticket.currency)
    say("/unit_price/currency", `must be the business's currency, ${ticket.currency}`);
  if (sent.staff_id !== undefined && !known.team.has(sent.staff_id.toLowerCase()))
    say("/staff_id", "is not in the team");
  if (isIssued(sent.kind) && quantity > MOST_ISSUED) say("/quantity", `must be at most ${MOST_ISSUED}`);
  if (description === undefined) say("/description", "is required");
  if (unitMinor === undefined) say("/unit_price", "is required");
  else if (unitMinor * quantity > MAX_AMOUNT_MINOR) say("/unit_price", "comes to more than any sale may");
  // Nothing off is no discount, and a card worth nothing no card.
  else if (unitMinor === 0 && (sent.kind === "discount" || (sent.kind === "gift_card" && !thing.offerId)))
    say("/unit_price/amount", "must be at least 1");
  if (problems.length > 0 || description === undefined || unitMinor === undefined)
    return { line: null, problems };
  const { serviceId = null, offerId = null } = thing;
  return {
    line: { kind: sent.kind, description, quantity, unitMinor, serviceId, offerId, staffId },
    problems,
  };
}

const ID_FIELDS = {
  service: "service_id",
  package: "package_id",
  membership: "membership_id",
  gift_card: "gift_card_id",
} as const;

function thingOf(
  ticket: Ticket,
  known: Known,
  sent: SaleLineInputValues,
  path: string,
): { thing: Thing; problems: FieldProblem[] } {
  const { kind } = sent;
  const problems = Object.entries(ID_FIELDS)
    .filter(([named, field]) => named !== kind && sent[field] !== undefined)
    .map(([, field]) => ({ path: `${path}/${field}`, message: `is not of a line of kind ${kind}` }));
  if (kind === "product") return { thing: {}, problems };
  if (kind === "discount") return { thing: { description: "Discount" }, problems };
  const ownField = ID_FIELDS[kind];
  const id = sent[ownField]?.toLowerCase();
  if (id === undefined && kind === "gift_card") return { thing: { description: "Gift card" }, problems };
  const thing = kind === "service" ? serviceOf(ticket, known, sent) : offerOf(known, kind, id);
  if (thing === null)
    problems.push({
      path: `${path}/${ownField}`,
      message: id === undefined ? "is required" : `is not a ${kind.replace("_", " ")} of this business`,
    });
  // What it costs is not known either, and not the caller's mistake.
  return { thing: thing ?? { description: "", unitMinor: 1 }, problems };
}

/** A service as the visit has it, else as the menu does; one that is off the menu is sold in its visit alone. */
function serviceOf({ visit }: Ticket, { menu }: Known, sent: SaleLineInputValues): Thing | null {
  const id = sent.service_id?.toLowerCase();
  const staffId = sent.staff_id?.toLowerCase();
  const item = visit?.items.find(
    (each) => each.serviceId === id && (staffId === undefined || each.staffId === staffId),
  );
  if (item !== undefined)
    return {
      description: item.serviceName,
      unitMinor: item.priceAmount,
      serviceId: item.serviceId,
      staffId: item.staffId,
    };
  const service = menu.get(id ?? "");
  if (service === undefined || !service.active) return null;
  return {
    description: service.name,
    unitMinor: service.staff_prices[staffId ?? ""] ?? service.price_amount,
    serviceId: service.id,
  };
}

function offerOf({ offers }: Known, kind: Offer["kind"], id: string | undefined): Thing | null {
  const offer = offers.get(id ?? "");
  if (offer === undefined || offer.archived || offer.kind !== kind) return null;
  return { description: offer.name, unitMinor: offer.priceMinor, offerId: offer.id };
}

/** What goes into a wallet when the sale closes. */
export function isIssued(kind: DraftLine["kind"]): kind is "package" | "membership" | "gift_card" {
  return kind === "package" || kind === "membership" || kind === "gift_card";
}

function singly(line: DraftLine): DraftLine[] {
  if (line.kind !== "gift_card") return [line];
  return Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 }));
}
