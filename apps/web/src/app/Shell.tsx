import { shellTexts } from "@daybook/i18n/shell";
import type { Business } from "@daybook/sdk";
import { useHotkeys } from "@mantine/hooks";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { showAccent } from "../base/accent.ts";
import type { Me } from "../base/api.ts";
import { BusinessProvider } from "../base/business.tsx";
import { CountryProvider, useText } from "../base/language.tsx";
import { useLiveChanges } from "../base/liveChanges.ts";
import { palette } from "../base/palette.ts";
import { TopBarSlotProvider } from "../base/topBarSlot.tsx";
import { NavigationBar } from "./NavigationBar.tsx";
import { OfflineBanner } from "./OfflineBanner.tsx";
import { SandboxBanner } from "./SandboxBanner.tsx";
import classes from "./Shell.module.css";
import { TopBar } from "./TopBar.tsx";

const CommandPalette = lazy(() => import("./CommandPalette.tsx"));

/** Renders the frame of every screen: the rail (a bottom bar on phones), the top bar and the screen. */
export function Shell({
  me,
  record,
  membership,
}: {
  readonly me: Me;
  readonly record: Business;
  readonly membership: Me["memberships"][number];
}) {
  const t = useText(shellTexts);
  useLiveChanges(record.id);
  // The shell handles the shortcut, because the palette's code may still be loading when the user presses the keys.
  useHotkeys([["mod+K", palette.toggle]], [], true);
  useEffect(() => showAccent(record.accent_color), [record.accent_color]);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const business = useMemo(
    () => ({ id: record.id, record, role: membership.role, staffId: membership.staff_id ?? null, me }),
    [me, record, membership],
  );
  return (
    <BusinessProvider value={business}>
      <CountryProvider value={record.country}>
        <TopBarSlotProvider value={slot}>
          <div className={classes.shell}>
            <a className={`visually-hidden ${classes.skip}`} href="#content">
              {t("skip")}
            </a>
            <NavigationBar />
            <div className={classes.main}>
              <SandboxBanner />
              <OfflineBanner />
              <TopBar slotRef={setSlot} />
              <main id="content" className={classes.content} tabIndex={-1}>
                <Suspense>
                  <Outlet />
                </Suspense>
              </main>
            </div>
          </div>
          <Suspense>
            <CommandPalette />
          </Suspense>
        </TopBarSlotProvider>
      </CountryProvider>
    </BusinessProvider>
  );
}
