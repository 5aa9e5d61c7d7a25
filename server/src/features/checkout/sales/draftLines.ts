import type { FieldProblem } from "../../../kernel/errors.ts";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { LockedAppointment } from "../../scheduling/appointments/index.ts";
import { type PrepaidProduct, prepaidProducts } from "../prepaid/index.ts";
import { type SaleProduct, saleProducts } from "../products/index.ts";
import type { LINE_KINDS, SaleLineInputValues } from "./schema.ts";
import { listServices, listStaff, type ServiceRow } from "./store.ts";

/** A validated line. Amounts are in minor units and never negative, even the amounts of a discount. */
export interface DraftLine {
  readonly kind: (typeof LINE_KINDS)[number];
  readonly description: string;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly serviceId: string | null;
  /** The id of the package, membership or gift card. */
  readonly prepaidProductId: string | null;
  readonly productId: string | null;
  readonly staffId: string | null;
  /** The booked or menu price of one unit, or null if neither exists. A lower unit price counts as a discount. */
  readonly listMinor: number | null;
  /** The appointment item that the line sells, or null for any other line. */
  readonly itemId: string | null;
  readonly taxRateId: string | null;
}

/** The sale whose lines are validated. */
export interface Ticket {
  readonly businessId: string;
  readonly currency: string;
  /** Null for a sale without an appointment. */
  readonly appointment: LockedAppointment["appointment"] | null;
}

/**
 * Maximum numbers of packages, memberships and gift cards per line and per sale, because each of them becomes a separate
 * entitlement.
 */
const MAX_ISSUED_PER_LINE = 20;
const MAX_ISSUED_PER_SALE = 100;

/**
 * Converts the items of an appointment to lines with their booked prices, except the omitted items. Also returns a problem for each omitted
 * id that is repeated or is not an item of the appointment.
 */
export function linesOfAppointment(
  appointment: LockedAppointment["appointment"],
  taxRates: ReadonlyMap<string, string | null>,
  omitted: readonly string[] = [],
): { lines: DraftLine[]; problems: FieldProblem[] } {
  const ids = omitted.map((id) => id.toLowerCase());
  const problems = ids.flatMap((id, index) => {
    const path = `/omit_items/${index}`;
    if (ids.indexOf(id) < index) return [{ path, message: "must appear only once" }];
    return appointment.items.some((item) => item.id === id)
      ? []
      : [{ path, message: "is not an item of the appointment" }];
  });
  const lines = appointment.items
    .filter((item) => !ids.includes(item.id))
    .map(
      (item): DraftLine => ({
        kind: "service",
        description: item.serviceName,
        quantity: 1,
        unitMinor: item.priceAmount,
        listMinor: item.priceAmount,
        serviceId: item.serviceId,
        prepaidProductId: null,
        productId: null,
        staffId: item.staffId,
        itemId: item.id,
        taxRateId: taxRates.get(item.serviceId) ?? null,
      }),
    );
  return { lines, problems };
}

/** Reads the tax rates of an appointment's services, by service id. */
export async function taxRatesOfItems(
  reader: Reader,
  businessId: string,
  { items }: LockedAppointment["appointment"],
): Promise<ReadonlyMap<string, string | null>> {
  const ids = [...new Set(items.map(({ serviceId }) => serviceId))];
  const services = await reader.query(listServices, { businessId, ids });
  return new Map(services.map((service) => [service.id, service.tax_rate_id]));
}

/**
 * Validates the lines of a request. Takes missing names and prices from the appointment, the menu, the product or the prepaid
 * product. Returns the valid lines and the problems of all lines. Each gift card gets its own line, because each card has its own
 * code.
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
  const [services, prepaid, products, staff] = await Promise.all([
    reader.query(listServices, { businessId, ids: ids(sent.map((line) => line.service_id)) }),
    prepaidProducts(
      reader,
      businessId,
      ids(sent.flatMap((line) => [line.package_id, line.membership_id, line.gift_card_id])),
    ),
    saleProducts(reader, businessId, ids(sent.map((line) => line.product_id))),
    reader.query(listStaff, { businessId, ids: ids(sent.map((line) => line.staff_id)) }),
  ]);
  const known: Known = {
    services: new Map(services.map((service) => [service.id, service])),
    prepaid,
    products,
    staff: new Set(staff.map(({ id }) => id)),
  };
  const drafts = sent.map((line, index) => draftOf(ticket, known, line, `/lines/${index}`));
  const issued = sent.reduce((all, { kind, quantity = 1 }) => all + (isIssued(kind) ? quantity : 0), 0);
  const message = `must contain at most ${MAX_ISSUED_PER_SALE} packages, memberships and gift cards in total`;
  return {
    lines: drafts.flatMap(({ line }) => (line === null ? [] : singly(line))),
    problems: [
      ...drafts.flatMap(({ problems }) => problems),
      ...(issued > MAX_ISSUED_PER_SALE ? [{ path: "/lines", message }] : []),
    ],
  };
}

interface Known {
  readonly services: ReadonlyMap<string, ServiceRow>;
  readonly prepaid: ReadonlyMap<string, PrepaidProduct>;
  readonly products: ReadonlyMap<string, SaleProduct>;
  readonly staff: ReadonlySet<string>;
}

/** The item that a line sells, with its default name and price. */
interface Item {
  readonly description?: string;
  readonly unitMinor?: number;
  readonly serviceId?: string;
  readonly prepaidProductId?: string;
  readonly productId?: string;
  readonly staffId?: string;
  readonly taxRateId?: string | null;
}

function draftOf(
  ticket: Ticket,
  known: Known,
  sent: SaleLineInputValues,
  path: string,
): { line: DraftLine | null; problems: FieldProblem[] } {
  const { item, problems } = itemOf(ticket, known, sent, path);
  const addProblem = (field: string, message: string) => problems.push({ path: `${path}${field}`, message });
  const quantity = sent.quantity ?? 1;
  const unitMinor = sent.unit_price?.amount ?? item.unitMinor;
  const description = sent.description ?? item.description;
  const staffId = sent.staff_id?.toLowerCase() ?? item.staffId ?? null;
  if (sent.unit_price !== undefined && sent.unit_price.currency !== ticket.currency)
    addProblem("/unit_price/currency", `must be the business's currency, ${ticket.currency}`);
  if (sent.staff_id !== undefined && !known.staff.has(sent.staff_id.toLowerCase()))
    addProblem("/staff_id", "is not a staff member of this business");
  if (isIssued(sent.kind) && quantity > MAX_ISSUED_PER_LINE)
    addProblem("/quantity", `must be at most ${MAX_ISSUED_PER_LINE}`);
  if (sent.kind === "gift_card" && item.prepaidProductId !== undefined && unitMinor !== item.unitMinor)
    addProblem(
      "/unit_price/amount",
      `must be absent or ${item.unitMinor} minor units, the price of the gift card`,
    );
  const unlessNamed = sent.kind === "discount" ? "" : ` unless \`${ID_FIELDS[sent.kind]}\` is set`;
  if (description === undefined) addProblem("/description", `is required${unlessNamed}`);
  if (unitMinor === undefined) addProblem("/unit_price", `is required${unlessNamed}`);
  else if (unitMinor * quantity > MAX_AMOUNT_MINOR)
    addProblem(
      "/unit_price",
      `must be at most ${MAX_AMOUNT_MINOR} minor units after multiplication by \`quantity\``,
    );
  // Discounts, and gift cards without a gift card product, must be at least one minor unit.
  else if (
    unitMinor === 0 &&
    (sent.kind === "discount" || (sent.kind === "gift_card" && !item.prepaidProductId))
  )
    addProblem("/unit_price/amount", "must be at least 1");
  if (problems.length > 0 || description === undefined || unitMinor === undefined)
    return { line: null, problems };
  const { serviceId = null, prepaidProductId = null, productId = null } = item;
  return {
    line: {
      kind: sent.kind,
      description,
      quantity,
      unitMinor,
      listMinor: item.unitMinor ?? null,
      serviceId,
      prepaidProductId,
      productId,
      staffId,
      itemId: null,
      taxRateId: item.taxRateId ?? null,
    },
    problems,
  };
}

const ID_FIELDS = {
  service: "service_id",
  product: "product_id",
  package: "package_id",
  membership: "membership_id",
  gift_card: "gift_card_id",
} as const;

function itemOf(
  ticket: Ticket,
  known: Known,
  sent: SaleLineInputValues,
  path: string,
): { item: Item; problems: FieldProblem[] } {
  const { kind } = sent;
  const problems = Object.entries(ID_FIELDS)
    .filter(([named, field]) => named !== kind && sent[field] !== undefined)
    .map(([, field]) => ({
      path: `${path}/${field}`,
      message: `is not accepted when \`kind\` is "${kind}"`,
    }));
  if (kind === "discount") return { item: { description: "Discount" }, problems };
  const ownField = ID_FIELDS[kind];
  const id = sent[ownField]?.toLowerCase();
  if (id === undefined && kind === "product") return { item: {}, problems };
  if (id === undefined && kind === "gift_card") return { item: { description: "Gift card" }, problems };
  const item = soldItem(ticket, known, sent, id);
  if (item === null)
    problems.push({
      path: `${path}/${ownField}`,
      message: id === undefined ? "is required" : `is not a ${kind.replace("_", " ")} of this business`,
    });
  // Without an item, the default price is unknown. The placeholder prevents a second problem about the price.
  return { item: item ?? { description: "", unitMinor: 1 }, problems };
}

function soldItem(
  ticket: Ticket,
  known: Known,
  sent: SaleLineInputValues,
  id: string | undefined,
): Item | null {
  if (sent.kind === "service") return serviceOf(ticket, known, sent);
  if (sent.kind === "product") return productOf(known, id);
  return sent.kind === "discount" ? null : prepaidOf(known, sent.kind, id);
}

/**
 * Returns a service with the terms of the appointment item or, without an item, of the menu. An archived service can only be sold with an
 * appointment that contains it.
 */
function serviceOf({ appointment }: Ticket, { services }: Known, sent: SaleLineInputValues): Item | null {
  const id = sent.service_id?.toLowerCase();
  const staffId = sent.staff_id?.toLowerCase();
  const service = services.get(id ?? "");
  const booked = appointment?.items.find(
    (each) => each.serviceId === id && (staffId === undefined || each.staffId === staffId),
  );
  if (booked !== undefined)
    return {
      description: booked.serviceName,
      unitMinor: booked.priceAmount,
      serviceId: booked.serviceId,
      staffId: booked.staffId,
      taxRateId: service?.tax_rate_id ?? null,
    };
  if (service === undefined || !service.active) return null;
  return {
    description: service.name,
    unitMinor: service.staff_prices[staffId ?? ""] ?? service.price_amount,
    serviceId: service.id,
    taxRateId: service.tax_rate_id,
  };
}

function productOf({ products }: Known, id: string | undefined): Item | null {
  const product = products.get(id ?? "");
  if (product === undefined || product.archived) return null;
  const { name: description, priceMinor: unitMinor, id: productId, taxRateId } = product;
  return { description, unitMinor, productId, taxRateId };
}

function prepaidOf({ prepaid }: Known, kind: PrepaidProduct["kind"], id: string | undefined): Item | null {
  const product = prepaid.get(id ?? "");
  if (product === undefined || product.archived || product.kind !== kind) return null;
  const { name: description, priceMinor: unitMinor, id: prepaidProductId, taxRateId } = product;
  return { description, unitMinor, prepaidProductId, taxRateId };
}

/** Returns whether a line issues an entitlement when the sale completes. */
export function isIssued(kind: DraftLine["kind"]): kind is "package" | "membership" | "gift_card" {
  return kind === "package" || kind === "membership" || kind === "gift_card";
}

function singly(line: DraftLine): DraftLine[] {
  if (line.kind !== "gift_card") return [line];
  return Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 }));
}
