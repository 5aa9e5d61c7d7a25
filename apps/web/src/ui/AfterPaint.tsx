import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Renders its children after the browser has painted the surrounding elements, so that the first part of a panel responds to a
 * click sooner. Use this component only for the lower part of a panel, so that the late rendering does not move other elements.
 */
export function AfterPaint({ children }: { readonly children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer that is set in an animation frame callback runs after the browser has painted that frame.
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
