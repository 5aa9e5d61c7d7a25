import { DEFAULT_ACCENT } from "@daybook/tokens";
import { useSyncExternalStore } from "react";

const STORED = "daybook-accent";

let accent = storedAccent();
const listeners = new Set<() => void>();

function storedAccent(): string {
  const stored = localStorage.getItem(STORED) ?? "";
  return /^#[0-9a-f]{6}$/.test(stored) ? stored : DEFAULT_ACCENT;
}

/** Applies a business's accent colour to the pages, and stores the colour on the device for the next page load. */
export function showAccent(colour: string): void {
  if (colour === accent) return;
  accent = colour;
  localStorage.setItem(STORED, colour);
  for (const listener of listeners) listener();
}

export function useAccent(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => accent,
  );
}
