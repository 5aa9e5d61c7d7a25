import { useEffect, useId, useSyncExternalStore } from "react";
import type { IconName } from "./iconName.ts";

/** An action of the current screen, listed in the command palette. */
export interface Command {
  readonly label: string;
  readonly icon: IconName;
  /** The keyboard shortcut that the palette shows next to the command, such as `N`. */
  readonly keys?: string;
  readonly run: () => void;
}

const offered = new Map<string, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function publish(): void {
  all = [...offered.values()].flat();
  for (const listener of listeners) listener();
}

/** Adds a screen's commands to the palette while the screen is mounted. */
export function useOfferCommands(commands: readonly Command[]): void {
  const id = useId();
  useEffect(() => {
    offered.set(id, commands);
    publish();
    return () => {
      offered.delete(id);
      publish();
    };
  }, [id, commands]);
}

export function useCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );
}
