import { createCategory, createService, type ServiceInput } from "../features/business/services/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { MENU } from "./menu.ts";
import type { DemoService } from "./menuShapes.ts";
import { named } from "./named.ts";
import { CURRENCY, type PlaceKey } from "./places.ts";
import type { DemoSalon } from "./salon.ts";
import { type DemoMember, TEAM } from "./team.ts";

/** Writes the thirty services down, each offered wherever one of those who perform it works. Answers their ids by name. */
export async function writeMenu(
  tx: Transaction,
  businessId: string,
  ids: Ids,
  now: number,
): Promise<DemoSalon["serviceIds"]> {
  const serviceIds = new Map<string, string>();
  for (const { name, description, services } of MENU) {
    const category = await createCategory(tx, businessId, { name, description }, now);
    for (const service of services) {
      const body = { ...bodyOf(service, ids), category_id: category.id };
      serviceIds.set(service.name, (await createService(tx, businessId, body, now)).id);
    }
  }
  return serviceIds;
}

type Ids = Pick<DemoSalon, "placeIds" | "staffIds">;

function bodyOf(service: DemoService, { placeIds, staffIds }: Ids): ServiceInput {
  const staff = service.by.map((performer) => {
    const { who, minutes, price } =
      typeof performer === "string" ? { who: performer, minutes: undefined, price: undefined } : performer;
    return {
      who,
      body: {
        staff_id: named(staffIds, who),
        duration_minutes: minutes ?? null,
        price: price === undefined ? null : { amount: price, currency: CURRENCY },
      },
    };
  });
  const at = placesOf(TEAM.filter(({ key }) => staff.some(({ who }) => who === key)));
  return {
    name: service.name,
    location_ids: at.map((key) => named(placeIds, key)),
    staff: staff.map(({ body }) => body),
    resources: service.needs === undefined ? [] : [{ type: service.needs, count: 1 }],
    price: { amount: service.price, currency: CURRENCY },
    ...minutesOf(service.minutes),
    ...service.more,
  };
}

function minutesOf(minutes: DemoService["minutes"]) {
  if (typeof minutes === "number") return { duration_minutes: minutes };
  const [initial_minutes, processing_minutes, finishing_minutes] = minutes;
  return { initial_minutes, processing_minutes, finishing_minutes };
}

/** A service is offered wherever one of those who perform it works. */
function placesOf(members: readonly DemoMember[]): PlaceKey[] {
  return [...new Set(members.flatMap(({ shifts }) => shifts.map(({ at }) => at)))];
}
