import { ApiError } from "@daybook/sdk";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import type { Line } from "./ServiceLines.tsx";

/**
 * Checks with a dry run whether the appointment in the booking form can be booked. Returns the `time_conflict` error, or
 * undefined if the form is incomplete or the time is free. Ignores other errors, which the user sees after saving.
 */
export function useBookingConflict(input: {
  readonly locationId: string | undefined;
  readonly clientId: string | undefined;
  readonly startsAt: number | undefined;
  readonly lines: readonly Line[];
}): ApiError | undefined {
  const { id: business } = useBusiness();
  const { locationId, clientId, startsAt, lines } = input;
  const isComplete =
    locationId !== undefined &&
    clientId !== undefined &&
    startsAt !== undefined &&
    lines.length > 0 &&
    lines.every(({ staffId }) => staffId !== "");
  const chosen = isComplete
    ? JSON.stringify({
        location_id: locationId,
        client_id: clientId,
        starts_at: new Date(startsAt).toISOString(),
        items: lines.map(({ serviceId, staffId }) => ({ service_id: serviceId, staff_id: staffId })),
      })
    : undefined;
  // Debounced, because a partly typed time can be valid but not the intended time.
  const [debounced] = useDebouncedValue(chosen, 250);
  const { data } = useQuery({
    queryKey: [business, "appointments", "judgement", debounced],
    enabled: debounced !== undefined && debounced === chosen,
    queryFn: async ({ signal }) => {
      const body = JSON.parse(debounced ?? "{}");
      try {
        await api.appointments.book({ path: { business }, query: { dry_run: true }, body, signal });
      } catch (error) {
        if (error instanceof ApiError && error.is("time_conflict")) return { conflict: error };
        if (!(error instanceof ApiError)) throw error;
      }
      return { conflict: undefined };
    },
  });
  return debounced === chosen ? data?.conflict : undefined;
}
