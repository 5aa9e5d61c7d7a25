import { importsTexts } from "@daybook/i18n/imports";
import { useBusiness } from "../../../base/business.tsx";
import { useShortInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import type { ImportRow } from "./queries.ts";

/** Shows the service, the staff member and the start of the appointment in the location's local time. */
export function AppointmentCells({ row: { appointment } }: { readonly row: ImportRow }) {
  const t = useText(importsTexts);
  const { record } = useBusiness();
  const text = useShortInstantText(appointment?.time_zone ?? record.time_zone);
  const startsAt = appointment?.starts_at ?? null;
  return (
    <>
      <td className="numbers" style={{ whiteSpace: "nowrap" }}>
        {startsAt === null ? "–" : text(startsAt)}
      </td>
      <td>
        {appointment?.service ?? "–"}
        {appointment?.status === "requested" && ` (${t("requested")})`}
      </td>
      <td>{appointment?.staff ?? "–"}</td>
    </>
  );
}
