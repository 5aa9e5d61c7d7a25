import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { readBusiness } from "./api.ts";
import { useBusiness } from "./business.tsx";
import { queryClient } from "./queries.ts";

/** Returns a function that reloads the business after a change, so that every screen shows the current values. */
export function useRefreshBusiness(): () => Promise<void> {
  const { id } = useBusiness();
  const router = useRouter();
  return useCallback(async () => {
    queryClient.setQueryData([id, "business"], await readBusiness(id));
    await router.invalidate();
  }, [id, router]);
}
