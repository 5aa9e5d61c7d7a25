import { reportsTexts } from "@daybook/i18n/reports";
import { useQuery } from "@tanstack/react-query";
import { useText } from "../../../base/language.tsx";
import { NextAppointments } from "./NextAppointments.tsx";
import { ReportChart } from "./ReportChart.tsx";
import classes from "./Reports.module.css";
import { type ReportInput, reportQuery } from "./reports.ts";

const DAY_MS = 86_400_000;
const DAYS = 7;

/** Adds the last seven days' revenue and the location's next appointments to today's dashboard. */
export function Today({
  input,
  today,
  timeZone,
}: {
  readonly input: ReportInput;
  readonly today: string;
  readonly timeZone: string;
}) {
  const t = useText(reportsTexts);
  const from = new Date(Date.parse(today) - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data } = useQuery(reportQuery("overview", { ...input, from, to: today, compare: undefined }));
  return (
    <div className={classes.today}>
      {data !== undefined && <ReportChart name="overview" report={data} caption={t("chartWeek")} />}
      {input.location_id !== undefined && (
        <NextAppointments
          business={input.business}
          location={input.location_id}
          today={today}
          timeZone={timeZone}
        />
      )}
    </div>
  );
}
