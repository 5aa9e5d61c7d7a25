import { zoneNamed } from "@daybook/engine";
import { reportsTexts } from "@daybook/i18n/reports";
import { Button, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { localDate } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { FIGURES, Figures } from "./Figures.tsx";
import { datesOf } from "./periods.ts";
import { ReportChart } from "./ReportChart.tsx";
import { ReportFilters } from "./ReportFilters.tsx";
import { ReportTable } from "./ReportTable.tsx";
import { csvAddress, REPORT_NAMES, type ReportInput, reportQuery } from "./reports.ts";
import { Today } from "./Today.tsx";

/**
 * Shows a report. The URL contains the report, dates, comparison and location. By default, the page shows today's figures
 * compared with yesterday's.
 */
export default function ReportsPage() {
  const t = useText(reportsTexts);
  const { id: business, record } = useBusiness();
  const { locations, location } = useChosenLocation();
  const [search] = useScreenSearch();
  const name = REPORT_NAMES.find((each) => each === search.report) ?? "overview";
  const isAll = search.all !== undefined && locations.length > 1;
  const now = useNow();
  const today = localDate(zoneNamed(location?.time_zone ?? record.time_zone), now());
  const { from = today, to = from } = { ...datesOf("periodToday", today), ...defined(search) };
  const compare = search.compare === "none" ? undefined : search.compare === "year" ? "year" : "period";
  const input: ReportInput = { business, location_id: isAll ? undefined : location?.id, from, to, compare };
  const isOrdered = from <= to;
  const isToday = name === "overview" && from === today && to === today;
  const { data, isPending, error, refetch } = useQuery({
    ...reportQuery(name, input),
    enabled: isOrdered && (location !== undefined || isAll),
  });
  const showsSkeleton = useDelayed(isPending, 300);
  const figures = FIGURES[name];
  return (
    <Page
      title={t("title")}
      isWide
      actions={
        <Button component="a" variant="default" href={csvAddress(name, input)} download>
          {t("csv")}
        </Button>
      }
    >
      <ReportFilters name={name} today={today} from={from} to={to} compare={compare} isAll={isAll} />
      {!isOrdered && (
        <Text c="var(--db-bad)" size="sm" role="alert">
          {t("wrongDates")}
        </Text>
      )}
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && isOrdered && showsSkeleton && <Skeleton height={320} />}
      {data !== undefined && (
        <>
          {figures !== undefined && <Figures name={name} report={data} figures={figures} />}
          <ReportChart name={name} report={data} />
          {isToday && (
            <Today input={input} today={today} timeZone={location?.time_zone ?? record.time_zone} />
          )}
          <ReportTable name={name} report={data} />
        </>
      )}
    </Page>
  );
}

function defined({ from, to }: { readonly from?: string; readonly to?: string }) {
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
