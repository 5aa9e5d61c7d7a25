import { calendarTexts } from "@daybook/i18n/calendar";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness, useMay } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import classes from "./AppointmentPanel.module.css";

const SHOWN = 20;

/** The message keys of the fields that the history names. Changes of all other fields are shown with `fieldOther`. */
const FIELD_TEXT = {
  starts_at: "fieldTime",
  ends_at: "fieldTime",
  items: "fieldServices",
  status: "fieldStatus",
  client_id: "fieldClient",
  note: "fieldNote",
  internal_note: "fieldNote",
  promotion_id: "fieldPromotion",
} as const;

/** Lists the changes of an appointment, newest first, each with the actor, the time and the changed fields. */
export function AppointmentHistory({
  appointmentId,
  version,
  timeZone,
}: {
  readonly appointmentId: string;
  /** The appointment's `updated_at`. A change of this value reloads the history. */
  readonly version: string;
  readonly timeZone: string;
}) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const heading = useId();
  const text = useInstantText(timeZone);
  const mayReadLog = useMay("listAuditEntries");
  const { data } = useQuery({
    queryKey: [business, "appointments", "history", appointmentId, version],
    queryFn: async () => {
      const path = { business, appointment: appointmentId };
      return (await api.appointments.listHistory({ path, query: { limit: SHOWN } })).items;
    },
  });
  if (data === undefined || data.length === 0) return null;
  const changeText = (changed: readonly string[]) => {
    const keys = new Set(
      changed.flatMap((field) => (field in FIELD_TEXT ? [FIELD_TEXT[field as keyof typeof FIELD_TEXT]] : [])),
    );
    const words = [...keys].map((key) => t(key));
    return t("historyChanged", { fields: words.length === 0 ? t("fieldOther") : words.join(", ") });
  };
  return (
    <section aria-labelledby={heading}>
      <Text id={heading} component="h3" fw={600} size="sm" mb={4}>
        {t("history")}
      </Text>
      <ul className={classes.history}>
        {data.map(({ id, at, who, action, changed }) => (
          <li key={id}>
            <span>
              {action === "changed" && changeText(changed)}
              {action === "created" && t("historyCreated")}
              {action === "deleted" && t("historyDeleted")}
            </span>
            <span className="numbers">
              {t("historyWho", {
                who: who.label ?? t(who.kind === "public" ? "historyClient" : "historySystem"),
                when: text(at),
              })}
            </span>
          </li>
        ))}
      </ul>
      {mayReadLog && (
        <Link
          to={`/${business}/settings/audit-log` as never}
          search={{ entity: "appointment", record: appointmentId } as never}
        >
          {t("historyMore")}
        </Link>
      )}
    </section>
  );
}
