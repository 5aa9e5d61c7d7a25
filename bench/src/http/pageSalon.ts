import { updateBusiness } from "../../../server/src/features/business/businesses/index.ts";
import { replacePublishing } from "../../../server/src/features/business/locations/index.ts";
import { createService } from "../../../server/src/features/business/services/index.ts";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import type { Database } from "../../../server/src/platform/database/index.ts";
import type { BenchSalon } from "./salon.ts";

const SERVICES = 50;

/** Publishes a salon with 50 services. Returns the path of its booking page. */
export async function publishPage(database: Database, salon: BenchSalon): Promise<string> {
  const now = systemClock.now();
  const { businessId, locationId, templates } = salon;
  const slug = `bench-${salon.number}`;
  await database.transaction(async (tx) => {
    await updateBusiness(tx, businessId, { slug }, now);
    for (let number = 2; number <= SERVICES; number++)
      await createService(
        tx,
        businessId,
        {
          name: `Service ${number}`,
          description: `Description of service ${number}, with what is included and how to prepare.`,
          duration_minutes: 30,
          price: { amount: 100 * number, currency: "EUR" },
          location_ids: [locationId],
          staff: [{ staff_id: templates.staffId }],
        },
        now,
      );
    await replacePublishing(tx, businessId, locationId, { isPublished: true, now });
  });
  return `/b/${slug}`;
}
