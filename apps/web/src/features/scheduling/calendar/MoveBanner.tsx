import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import type { Appointment } from "@daybook/sdk";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./GridActions.module.css";
import { clientName } from "./status.ts";

/** Asks the user to choose the new time on any date, after the user has chosen "Move" for an appointment. */
export function MoveBanner({
  appointment,
  onCancel,
}: {
  readonly appointment: Appointment;
  readonly onCancel: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === "Escape" && onCancel();
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
  return (
    <div className={classes.banner} role="status">
      <Icon name="move" />
      <span>{t("pickTime", { client: clientName(appointment) || t("unknownClient") })}</span>
      <Button variant="default" size="compact-md" onClick={onCancel}>
        {shell("cancel")}
      </Button>
    </div>
  );
}
