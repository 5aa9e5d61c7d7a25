import type { DataOf } from "@daybook/sdk";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, readBusiness } from "./api.ts";
import { useBusiness } from "./business.tsx";
import { queryClient } from "./queries.ts";

export type TestClock = DataOf<"get", "/businesses/{business}/test-clock">;

export function businessQuery(business: string) {
  return { queryKey: [business, "business"], queryFn: () => readBusiness(business) } as const;
}

/** Returns the query for the test clock of a sandbox. For any other business, the server responds with 404. */
export function testClockQuery(business: string) {
  return {
    queryKey: [business, "business", "test-clock"],
    queryFn: () => api.testClock.get({ path: { business } }),
  } as const;
}

/**
 * Returns a function that returns the current time of the business in epoch milliseconds. In a sandbox whose test clock is ahead, this is
 * the time of the test clock; otherwise it is the browser's time (decision 66). When the test clock has moved, the hook returns a new
 * function.
 */
export function useNow(): () => number {
  const { id, record } = useBusiness();
  const { data: clock } = useQuery({ ...testClockQuery(id), enabled: record.sandbox });
  const testClockAt = clockAt(clock);
  return useCallback(() => Math.max(Date.now(), testClockAt), [testClockAt]);
}

/**
 * Returns the current time of a business before its screens are rendered. If the business is a sandbox, requests the test clock unless it
 * is cached.
 */
export async function readNow(business: string): Promise<number> {
  const { sandbox } = await queryClient.ensureQueryData(businessQuery(business));
  if (!sandbox) return Date.now();
  return Math.max(Date.now(), clockAt(await queryClient.ensureQueryData(testClockQuery(business))));
}

function clockAt(clock: TestClock | undefined): number {
  return clock === undefined ? Number.NEGATIVE_INFINITY : Date.parse(clock.now);
}
