import { Tabs, type TabsListProps } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./TabLine.module.css";

/** Shows tabs in one line. If the tabs do not fit, the line scrolls horizontally and scrolls the selected tab into view. */
export function TabLine({ value, ...rest }: TabsListProps & { readonly value: string }) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on the selected tab.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (!list.current || !chosen) return;
    list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return <Tabs.List ref={list} className={classes.line ?? ""} {...rest} />;
}
