import { shellTexts } from "@daybook/i18n/shell";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useBusiness, useMay } from "../base/business.tsx";
import { testClockQuery } from "../base/businessTime.ts";
import { useShortInstantText } from "../base/instants.ts";
import { useText } from "../base/language.tsx";
import { useChosenLocation } from "../base/locations.ts";
import { queryClient } from "../base/queries.ts";
import { Icon } from "../ui/Icon.tsx";
import classes from "./Shell.module.css";

const ADVANCING_POLL_MS = 1_000;
/**
 * The interval in milliseconds at which the banner polls the clock while the clock is not advancing. Polling is required
 * because the server sends no change notice when an API client advances the clock.
 */
const READY_POLL_MS = 15_000;

/** Shows on every screen of a sandbox that the business is a sandbox, and the time of its test clock. */
export function SandboxBanner() {
  const { record } = useBusiness();
  return record.sandbox ? <Banner /> : null;
}

function Banner() {
  const t = useText(shellTexts);
  const { id, record } = useBusiness();
  const { location } = useChosenLocation();
  const text = useShortInstantText(location?.time_zone ?? record.time_zone);
  const maySet = useMay("advanceTestClock");
  const { data: clock } = useQuery({
    ...testClockQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === "advancing" ? ADVANCING_POLL_MS : READY_POLL_MS),
  });
  const isAdvancing = clock?.status === "advancing";
  const wasAdvancing = useRef(false);
  useEffect(() => {
    // Refetches all queries, because advancing the clock changes many records, and because screens also compare unchanged
    // records with the current time.
    if (wasAdvancing.current && !isAdvancing) void queryClient.invalidateQueries({ queryKey: [id] });
    wasAdvancing.current = isAdvancing;
  }, [id, isAdvancing]);
  return (
    <aside className={classes.sandbox} aria-label={t("sandbox")}>
      <Icon name="flask" size={18} />
      <strong>{t("sandbox")}</strong>
      <span className="numbers">
        {clock !== undefined &&
          (clock.advancing_to === null
            ? t("sandboxTime", { when: text(clock.now) })
            : t("sandboxAdvancing", { when: text(clock.advancing_to) }))}
      </span>
      {maySet && <Link to={`/${id}/settings/sandbox` as never}>{t("sandboxClock")}</Link>}
    </aside>
  );
}
