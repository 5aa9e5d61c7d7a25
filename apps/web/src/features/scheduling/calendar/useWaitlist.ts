import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { plusDays, weekStart } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";
import { matchesQuery, type WaitlistMatch } from "./waitlistQueries.ts";

const keyOf = ({ entry_id, starts_at }: WaitlistMatch) => `${entry_id} ${starts_at}`;
/** The matches that the user has dismissed since the page was loaded. */
const dismissed = new Set<string>();

/** Returns the free times on the shown dates that match waitlist entries. Omits dismissed matches. */
export function useWaitlist({ location, view, date }: Calendar) {
  const { id: business } = useBusiness();
  const [, setCount] = useState(dismissed.size);
  const from = view === "week" ? weekStart(date) : date;
  const to = view === "week" ? plusDays(from, 6) : date;
  const { data = [] } = useQuery({
    ...matchesQuery(business, location?.id ?? "", from, to),
    enabled: location !== undefined && view !== "month",
  });
  return {
    matches: data.filter((match) => !dismissed.has(keyOf(match))),
    dismiss: (match: WaitlistMatch) => {
      dismissed.add(keyOf(match));
      setCount(dismissed.size);
    },
  };
}
