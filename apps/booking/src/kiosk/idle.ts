import { useEffect, useState } from "preact/hooks";
import type { IdleLimits } from "./step.ts";

const INPUTS = ["pointerdown", "keydown", "input"] as const;

/**
 * Calls `onWipe` after `wipeAfter` seconds without input. Returns the remaining seconds once `warnAfter` seconds have passed without input;
 * undefined until then. Compares clock times, because browsers suspend timers while a tablet sleeps.
 */
export function useIdle(limits: IdleLimits | undefined, onWipe: () => void): number | undefined {
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const { warnAfter, wipeAfter } = limits ?? {};
  useEffect(() => {
    setSecondsLeft(undefined);
    if (warnAfter === undefined || wipeAfter === undefined) return undefined;
    let lastInputAt = Date.now();
    const hear = () => {
      lastInputAt = Date.now();
      setSecondsLeft(undefined);
    };
    const look = () => {
      const idle = (Date.now() - lastInputAt) / 1_000;
      if (idle >= wipeAfter) onWipe();
      else setSecondsLeft(idle >= warnAfter ? Math.ceil(wipeAfter - idle) : undefined);
    };
    for (const name of INPUTS) document.addEventListener(name, hear, { capture: true });
    const timer = setInterval(look, 1_000);
    return () => {
      for (const name of INPUTS) document.removeEventListener(name, hear, { capture: true });
      clearInterval(timer);
    };
  }, [warnAfter, wipeAfter, onWipe]);
  return secondsLeft;
}
