import { calendarTexts } from "@daybook/i18n/calendar";
import type { Appointment } from "@daybook/sdk";
import { useCallback } from "react";
import type { IconName } from "../../../base/iconName.ts";
import { useFormats, useText } from "../../../base/language.tsx";

/** A property of an appointment that its card shows as an icon. */
export interface Mark {
  readonly name: Extract<IconName, "alert" | "newClient" | "check" | "note" | "form" | "money">;
  readonly text: string;
}

/** Returns a function that lists the marks of an appointment, most important first. */
export function useMarksOf(): (appointment: Appointment) => Mark[] {
  const t = useText(calendarTexts);
  const formats = useFormats();
  return useCallback(
    ({ client, first_visit, status, client_confirmed_at, internal_note, forms_pending, deposit }) => {
      const marks: Mark[] = [];
      if (client?.alert) marks.push({ name: "alert", text: t("markAlert", { alert: client.alert }) });
      if (first_visit === true) marks.push({ name: "newClient", text: t("markFirstVisit") });
      if (status === "booked" && client_confirmed_at != null)
        marks.push({ name: "check", text: t("markConfirmed") });
      if (internal_note) marks.push({ name: "note", text: t("markNote") });
      if (forms_pending > 0) marks.push({ name: "form", text: t("markForms") });
      if (deposit != null) {
        const amount = formats.money(deposit);
        marks.push({ name: "money", text: t("markDeposit", { amount }) });
      }
      return marks;
    },
    [t, formats],
  );
}
