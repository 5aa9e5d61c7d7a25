import type { AppointmentItems, Item, Placement } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { performersAt, type SchedulingSnapshot } from "../snapshot/index.ts";
import type { Appointment, AppointmentItem } from "./appointment.ts";
import type { LockedAppointment } from "./change.ts";
import { itemsForPlacement, planAppointment } from "./plan.ts";
import type { SetPrice } from "./replaceItems.ts";

/** An item in a request. `id` is the id of an existing item of the appointment; absent for a new item. */
export interface WantedItem {
  readonly id?: string;
  readonly service_id: string;
  readonly staff_id: string;
  readonly priceMinor: number | null;
}

/** The new items of an appointment. `items`, `ids`, `names` and `priceMinors` are in the order of the request's items. */
export interface PlannedItems {
  readonly items: AppointmentItems;
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly priceMinors: readonly number[];
  /** The prices that the request changes. */
  readonly prices: readonly SetPrice[];
  readonly problems: FieldProblem[];
}

interface Planned {
  readonly item: Item;
  readonly id: string;
  readonly name: string;
  readonly priceMinor: number;
  readonly price: SetPrice | null;
}

/**
 * Resolves the items of a request. An item named by id keeps its booked durations and price unless its service changes. All
 * other items get the values of a new booking. `problems` contains the ids that are unknown or cannot be booked, with their
 * paths in the body.
 */
export function planItems(
  snapshot: SchedulingSnapshot,
  { appointment, location }: LockedAppointment,
  wanted: readonly WantedItem[],
): PlannedItems {
  const problems: FieldProblem[] = [];
  const planned: Planned[] = [];
  const seen = new Set<string>();
  wanted.forEach((each, index) => {
    const kept = keptItem(appointment, each, { index, seen, problems });
    if (kept === "unknown") return;
    const isNew = kept === null || kept.serviceId !== each.service_id.toLowerCase();
    const plan = isNew
      ? newItem(snapshot, location.id, each)
      : reassigned(snapshot, { appointment, location }, kept, each);
    problems.push(
      ...plan.problems.map(({ path, message }) => ({
        path: path.replace("/items/0", `/items/${index}`),
        message,
      })),
    );
    if (plan.item === undefined) return;
    const { item, name, listMinor } = plan;
    const priceMinor = each.priceMinor ?? listMinor;
    const price =
      priceMinor === listMinor ? null : { priceMinor, listMinor: menuPrice(snapshot, item, listMinor) };
    planned.push({ item, id: kept?.id ?? newId(), name, priceMinor, price });
  });
  return {
    items: planned.map(({ item }) => item),
    ids: planned.map(({ id }) => id),
    names: planned.map(({ name }) => name),
    priceMinors: planned.map(({ priceMinor }) => priceMinor),
    prices: planned.flatMap(({ price }) => price ?? []),
    problems,
  };
}

/**
 * Returns the existing item that a request names; null for a new item. For an unknown or repeated id, adds a problem and
 * returns `unknown`.
 */
function keptItem(
  appointment: Appointment,
  { id }: WantedItem,
  {
    index,
    seen,
    problems,
  }: { readonly index: number; readonly seen: Set<string>; readonly problems: FieldProblem[] },
): AppointmentItem | null | "unknown" {
  if (id === undefined) return null;
  const found = appointment.items.find((item) => item.id === id.toLowerCase());
  if (found === undefined) {
    problems.push({ path: `/items/${index}/id`, message: "is not an item of the appointment" });
    return "unknown";
  }
  if (seen.has(found.id)) {
    problems.push({ path: `/items/${index}/id`, message: "must appear only once" });
    return "unknown";
  }
  seen.add(found.id);
  return found;
}

type Plan =
  | {
      readonly item: Item;
      readonly name: string;
      readonly listMinor: number;
      readonly problems: readonly FieldProblem[];
    }
  | { readonly item: undefined; readonly problems: readonly FieldProblem[] };

function newItem(snapshot: SchedulingSnapshot, locationId: string, wanted: WantedItem): Plan {
  const { service_id, staff_id } = wanted;
  const { plan, problems } = planAppointment(snapshot, {
    location_id: locationId,
    items: [{ service_id, staff_id }],
  });
  const item = plan?.items[0];
  const service = snapshot.services.get(service_id.toLowerCase());
  if (item === undefined || service === undefined) return { item: undefined, problems };
  const listMinor = service.performers.get(item.staffId)?.priceAmount ?? 0;
  return { item, name: service.name, listMinor, problems: [] };
}

/** Plans an item that keeps its service, with the same or a different staff member, by the same rules as `reschedule`. */
function reassigned(
  snapshot: SchedulingSnapshot,
  { location }: Pick<LockedAppointment, "appointment" | "location">,
  kept: AppointmentItem,
  wanted: WantedItem,
): Plan {
  const staffId = wanted.staff_id.toLowerCase();
  const service = snapshot.services.get(kept.serviceId);
  const performs =
    staffId === kept.staffId ||
    (service !== undefined && performersAt(snapshot, location, service).some(({ id }) => id === staffId));
  const [item] = itemsForPlacement(snapshot, [{ ...kept, staffId }]);
  if (!performs || item === undefined)
    return {
      item: undefined,
      problems: [
        {
          path: "/items/0/staff_id",
          message: "is not a staff member who performs this service at this location",
        },
      ],
    };
  return { item, name: kept.serviceName, listMinor: kept.priceAmount, problems: [] };
}

/** Returns the menu price against which a user's price is compared, even if the booked price of the item is lower. */
function menuPrice(snapshot: SchedulingSnapshot, item: Item, bookedMinor: number): number {
  return snapshot.services.get(item.serviceId)?.performers.get(item.staffId)?.priceAmount ?? bookedMinor;
}

/** Combines the planned items with the times and resources of a placement. */
export function placedItems(planned: PlannedItems, placement: Placement): AppointmentItem[] {
  return planned.items.map((item, index) => {
    const placed = placement.items[index];
    const [id, serviceName, priceAmount] = [
      planned.ids[index],
      planned.names[index],
      planned.priceMinors[index],
    ];
    if (placed === undefined || id === undefined || serviceName === undefined || priceAmount === undefined)
      throw new Error("An item has no placement.");
    return {
      id,
      position: index + 1,
      serviceId: item.serviceId,
      serviceName,
      staffId: item.staffId,
      phases: item.phases,
      bufferBeforeMinutes: item.bufferBeforeMinutes,
      bufferAfterMinutes: item.bufferAfterMinutes,
      priceAmount,
      ...placed,
    };
  });
}
