import { reportsTexts } from "@daybook/i18n/reports";
import { Select, Tabs } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { DateField } from "../../../ui/DateField.tsx";
import { TabLine } from "../../../ui/TabLine.tsx";
import { datesOf, PERIODS } from "./periods.ts";
import classes from "./Reports.module.css";
import { REPORT_NAMES, type ReportName } from "./reports.ts";

const OTHER = "periodOther";

/**
 * Selects the report, its dates, the location and the comparison period. On phones, the date fields are shown only if the user selects
 * "other dates" or the URL's dates match no period. If the fields were always shown, the user would have to scroll to see the figures.
 */
export function ReportFilters({
  name,
  today,
  from,
  to,
  compare,
  isAll,
}: {
  readonly name: ReportName;
  readonly today: string;
  readonly from: string;
  readonly to: string;
  readonly compare: "period" | "year" | undefined;
  readonly isAll: boolean;
}) {
  const t = useText(reportsTexts);
  const { locations, location } = useChosenLocation();
  const [, change] = useScreenSearch();
  const set = (patch: Readonly<Record<string, string | undefined>>) => change(patch, { replace: true });
  const [isOther, setOther] = useState(false);
  const period = PERIODS.find((each) => {
    const dates = datesOf(each, today);
    return dates.from === from && dates.to === to;
  });
  return (
    <>
      <Tabs
        value={name}
        mb="md"
        onChange={(report) => change({ report: report === "overview" ? undefined : (report ?? undefined) })}
      >
        <TabLine value={name} aria-label={t("report")}>
          {REPORT_NAMES.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(each)}
            </Tabs.Tab>
          ))}
        </TabLine>
      </Tabs>
      <div className={classes.filters} data-dates={isOther || period === undefined || undefined}>
        <Select
          label={t("period")}
          className={classes.period}
          data={[
            ...PERIODS.map((each) => ({ value: each as string, label: t(each) })),
            { value: OTHER, label: t(OTHER) },
          ]}
          value={isOther ? OTHER : (period ?? OTHER)}
          onChange={(chosen) => {
            const wanted = PERIODS.find((each) => each === chosen);
            setOther(wanted === undefined);
            if (wanted !== undefined) set(datesOf(wanted, today));
          }}
        />
        <div className={classes.date}>
          <DateField
            label={t("from")}
            value={from}
            onChange={(date) => date !== "" && set({ from: date, to })}
          />
        </div>
        <div className={classes.date}>
          <DateField label={t("to")} value={to} onChange={(date) => date !== "" && set({ from, to: date })} />
        </div>
        {locations.length > 1 && (
          <Select
            label={t("location")}
            className={classes.filter}
            data={[
              { value: "all", label: t("allLocations") },
              { value: "one", label: location?.name ?? t("location") },
            ]}
            value={isAll ? "all" : "one"}
            onChange={(chosen) => set({ all: chosen === "all" ? "1" : undefined })}
          />
        )}
        <Select
          label={t("compare")}
          className={classes.compare}
          data={[
            { value: "none", label: t("compareNone") },
            { value: "period", label: t("comparePeriod") },
            { value: "year", label: t("compareYear") },
          ]}
          value={compare ?? "none"}
          onChange={(chosen) => set({ compare: chosen ?? undefined })}
        />
      </div>
    </>
  );
}
