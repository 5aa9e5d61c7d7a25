import { DEFAULT_ACCENT } from "@daybook/tokens";
import { useSyncExternalStore } from "react";

const STORED = "daybook-accent";

let accent = storedAccent();
const listeners = new Set<() => void>();

function storedAccent(): string {
  const stored = localStorage.getItem(STORED) ?? "";
  return /^#[0-9a-f]{6}$/.test(stored) ? stored : DEFAULT_ACCENT;
}

/** Shows the pages in the accent colour of a business. The device stores it, so that the next visit begins with it. */
export function showAccent(colour: string): void {
  if (colour === accent) return;
  accent = colour;
  localStorage.setItem(STORED, colour);
  for (const listener of listeners) listener();
}

/** Returns the accent colour that the pages are shown in. */
export function useAccent(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => accent,
  );
}
