import { useEffect, useState } from "react";

/** Returns true once the condition has been true for `ms` milliseconds. Without this delay, spinners and skeletons would flicker. */
export function useDelayed(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setLong(false);
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && isLong;
}
