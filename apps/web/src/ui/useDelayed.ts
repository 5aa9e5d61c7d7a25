import { useEffect, useState } from "react";

/** True once the condition has held for some time: a spinner or skeleton shown at once would flicker. */
export function useDelayed(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setLong(false);
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && isLong;
}
