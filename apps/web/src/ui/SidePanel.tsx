import { shellTexts } from "@daybook/i18n/shell";
import { ActionIcon } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../base/language.tsx";
import { Icon } from "./Icon.tsx";
import classes from "./SidePanel.module.css";

/**
 * Renders a 400 px wide panel to the right of the content, which stays usable. On phones, the panel fills the screen. Escape
 * closes the panel. When the panel opens, the focus moves to the element with `data-autofocus`, or to the panel if there is no
 * such element. When the panel closes, the focus returns to the previous element, unless the user has already focused another
 * element outside of the panel.
 */
export function SidePanel({
  title,
  children,
  footer,
  onClose,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly onClose: () => void;
}) {
  const t = useText(shellTexts);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const field = panel.current?.querySelector<HTMLElement>("[data-autofocus]");
    if (field == null) panel.current?.focus({ preventScroll: true });
    else field.focus();
    return () => {
      // Restores the focus only if the focused element was in the panel. If the user has clicked another card, that card keeps
      // the focus.
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        // If a list of options is open, Escape closes only the list.
        const isListOpen = (event.target as HTMLElement).getAttribute("aria-expanded") === "true";
        if (event.key === "Escape" && !event.defaultPrevented && !isListOpen) onClose();
      }}
    >
      <div className={classes.head}>
        <h2>{title}</h2>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("close")} onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </div>
      <div className={classes.body}>{children}</div>
      {footer !== undefined && <div className={classes.foot}>{footer}</div>}
    </aside>
  );
}
