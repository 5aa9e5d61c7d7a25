import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

const SlotContext = createContext<HTMLElement | null>(null);

export const TopBarSlotProvider = SlotContext;

/** Renders its children, such as the calendar's toolbar or the client search, in the middle of the top bar. */
export function InTopBar({ children }: { readonly children: ReactNode }) {
  const slot = useContext(SlotContext);
  return slot === null ? null : createPortal(children, slot);
}
