import type { Appointment, Service, StaffMember } from "@daybook/sdk";
import type { Line } from "./ServiceLines.tsx";

/**
 * Returns the lines for booking an earlier appointment's items again. Omits archived services. If the staff member is
 * archived or no longer performs the service, the line has no staff member.
 */
export function rebookedLines(
  items: readonly Pick<Appointment["items"][number], "id" | "service_id" | "staff_id">[],
  services: readonly Pick<Service, "id" | "active" | "staff">[],
  staff: readonly Pick<StaffMember, "id" | "active">[],
): Line[] {
  return items.flatMap(({ id, service_id, staff_id }) => {
    const service = services.find((each) => each.id === service_id && each.active);
    if (service === undefined) return [];
    const isActive = staff.some((member) => member.id === staff_id && member.active);
    const performs = isActive && service.staff.some((performer) => performer.staff_id === staff_id);
    return [{ key: id, serviceId: service_id, staffId: performs ? staff_id : "" }];
  });
}
