import { useEffect, useState } from "react";

/** Returns true once the condition has held for `ms` milliseconds, because a spinner or skeleton shown at once would flicker. */
export function useDelayed(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setLong(false);
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && isLong;
}
