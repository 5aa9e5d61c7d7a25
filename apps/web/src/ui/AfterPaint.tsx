import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Renders its children after the browser has painted what surrounds them, so that the first part of a panel answers a click sooner. For
 * the lower part of a panel, whose late appearance moves nothing.
 */
export function AfterPaint({ children }: { readonly children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer that is set in a frame runs after the frame has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted ? children : null;
}
