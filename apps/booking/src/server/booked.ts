import { Booked } from "../pages/Booked.tsx";
import type { PageAnswer } from "./host.ts";
import { showStep } from "./render.tsx";
import { expecting, seeStep, type Visit } from "./visit.ts";

/** Shows the booked appointment. Reads the appointment with the token of the manage link. */
export async function showBooked(visit: Visit): Promise<PageAnswer> {
  const { api, progress } = visit;
  const { manageToken } = progress;
  if (manageToken === undefined) return seeStep(visit, "", progress);
  const found = await expecting(["not_found"], () =>
    api.get("/public/appointments/{token}", { path: { token: manageToken } }),
  );
  if (found.error !== undefined) return seeStep(visit, "", {});
  const appointment = found.value;
  return showStep(visit, {
    step: "booked",
    component: Booked,
    more: { appointment, token: manageToken },
    data: {
      reference: appointment.reference,
      starts: appointment.starts_at,
      services: appointment.items.map((item) => item.service_id).join(","),
    },
  });
}
