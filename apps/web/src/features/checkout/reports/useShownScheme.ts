import { useSyncExternalStore } from "react";

const ATTRIBUTE = "data-mantine-color-scheme";

/** Returns the page's colour scheme once the custom properties contain its colours. */
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
