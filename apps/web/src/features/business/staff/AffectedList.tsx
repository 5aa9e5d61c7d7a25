import { zoneNamed } from "@daybook/engine";
import type { Appointment } from "@daybook/sdk";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { localDate, useInstantText } from "../../../base/instants.ts";

/**
 * Appointments that a change would leave outside working hours, each with a link that opens the calendar in a new
 * browser tab.
 */
export function AffectedList({ appointments }: { readonly appointments: readonly Appointment[] }) {
  return (
    <ul style={{ margin: 0, paddingLeft: 20, maxHeight: 320, overflow: "auto" }}>
      {appointments.map((appointment) => (
        <Affected key={appointment.id} appointment={appointment} />
      ))}
    </ul>
  );
}

function Affected({ appointment }: { readonly appointment: Appointment }) {
  const { id: business, record } = useBusiness();
  const zone = appointment.time_zone ?? record.time_zone;
  const when = useInstantText(zone)(appointment.starts_at);
  const { client, items } = appointment;
  const who = [client?.first_name, client?.last_name].filter(Boolean).join(" ");
  const date = localDate(zoneNamed(zone), Date.parse(appointment.starts_at));
  return (
    <li>
      <Link
        to={`/${business}/calendar` as never}
        search={{ date, view: "day", open: appointment.id } as never}
        target="_blank"
        className="numbers"
      >
        {when}
      </Link>{" "}
      {who} · {items.map(({ service_name }) => service_name).join(", ")}
    </li>
  );
}
