import { useEffect, useState } from "react";

/** Whether something has been so for a while: a spinner or skeleton that appears sooner only flickers. */
export function useDelayed(isSo: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isSo) return setLong(false);
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isSo, ms]);
  return isSo && isLong;
}
