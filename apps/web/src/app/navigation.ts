import { rolesOf } from "@daybook/sdk";
import { useMatches } from "@tanstack/react-router";
import { useBusiness } from "../base/business.tsx";
import type { IconName } from "../base/iconName.ts";
import { NAVIGATION, type NavigationEntry } from "../base/screen.ts";
import { SCREENS } from "./screens.ts";

export interface Entry {
  readonly entry: NavigationEntry;
  readonly path: string;
  readonly icon: IconName;
}

/** Returns the navigation entry of the current screen, such as `sales` for the checkout. */
export function useOpenEntry(): NavigationEntry | undefined {
  const route: string | undefined = useMatches({
    select: (matches) => matches.at(-1)?.fullPath as string | undefined,
  });
  return SCREENS.find(({ path }) => route === `/$business/${path}`)?.entry;
}

/** Returns the navigation entries whose start screen the user's role may open. */
export function useEntries(): readonly Entry[] {
  const { role } = useBusiness();
  return NAVIGATION.flatMap((entry) => {
    const screen = SCREENS.find((candidate) => candidate.entry === entry && candidate.isStart === true);
    if (screen === undefined) return [];
    if (screen.needs !== undefined && !rolesOf(screen.needs).includes(role)) return [];
    return [{ entry, path: screen.path, icon: screen.icon ?? entry }];
  });
}
