import { menuTexts } from "@daybook/i18n/menu";
import type { Service } from "@daybook/sdk";
import { Badge, UnstyledButton } from "@mantine/core";
import type { HTMLAttributes } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./MenuPage.module.css";
import { PhaseBar } from "./PhaseBar.tsx";

/** Shows a row of the menu: name, badges, phase bar, minutes and price. */
export function ServiceRow({
  service,
  handleProps,
  isDragged,
  onOpen,
}: {
  readonly service: Service;
  /** The properties of the drag handle; undefined if the user may not change the order. */
  readonly handleProps?: HTMLAttributes<HTMLButtonElement>;
  readonly isDragged: boolean;
  readonly onOpen: () => void;
}) {
  const t = useText(menuTexts);
  const formats = useFormats();
  // For a service without processing time and buffers, the bar would show only the duration, which the row already shows as
  // text.
  const hasPhases =
    service.processing_minutes + service.buffer_before_minutes + service.buffer_after_minutes > 0;
  const price = formats.money(service.price);
  return (
    <li className={classes.row} data-dragged={isDragged || undefined}>
      {handleProps !== undefined && (
        <button
          type="button"
          className={classes.handle}
          aria-label={t("move", { name: service.name })}
          data-operation="updateService"
          {...handleProps}
        >
          <Icon name="grip" size={18} />
        </button>
      )}
      <UnstyledButton className={classes.service} onClick={onOpen}>
        <span className={classes.name}>
          {service.name}
          {!service.online_bookable && <Badge variant="default">{t("hidden")}</Badge>}
          {service.requires_approval && <Badge variant="default">{t("approval")}</Badge>}
          {service.requires_patch_test && <Badge variant="default">{t("patchTest")}</Badge>}
        </span>
        {hasPhases && (
          <span className={classes.bar}>
            <PhaseBar times={service} />
          </span>
        )}
        <span className={`numbers ${classes.minutes}`}>
          {t("minutes", { count: service.duration_minutes })}
        </span>
        <span className={`numbers ${classes.price}`}>
          {service.price_kind === "free"
            ? t("priceFree")
            : service.price_kind === "from"
              ? t("from", { price })
              : price}
        </span>
      </UnstyledButton>
    </li>
  );
}
