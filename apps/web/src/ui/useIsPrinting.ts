import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Returns whether the browser is printing the page or emulating print media. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Renders synchronously, because the browser prints the page as it is when the listener returns.
    const change = (to: boolean) => flushSync(() => setPrinting(to));
    const media = matchMedia("print");
    const events = new AbortController();
    const { signal } = events;
    window.addEventListener("beforeprint", () => change(true), { signal });
    window.addEventListener("afterprint", () => change(false), { signal });
    media.addEventListener("change", ({ matches }) => change(matches), { signal });
    return () => events.abort();
  }, []);
  return isPrinting;
}
