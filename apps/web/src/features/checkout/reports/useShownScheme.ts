import { useSyncExternalStore } from "react";

const ATTRIBUTE = "data-mantine-color-scheme";

/** Returns the page's colour scheme once the page's custom properties contain the colours of this scheme. */
export function useShownScheme(): string | null {
  return useSyncExternalStore(
    (listener) => {
      const observer = new MutationObserver(listener);
      observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
      return () => observer.disconnect();
    },
    () => document.documentElement.getAttribute(ATTRIBUTE),
  );
}
