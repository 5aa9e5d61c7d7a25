import { reportsTexts } from "@daybook/i18n/reports";
import { Group, Select, Tabs } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { DateField } from "../../../ui/DateField.tsx";
import { TabLine } from "../../../ui/TabLine.tsx";
import { datesOf, PERIODS } from "./periods.ts";
import { REPORT_NAMES, type ReportName } from "./reports.ts";

const OTHER = "periodOther";

/** Selects the report, its dates, the location and the comparison period. */
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
      <Group mb="md" gap="sm" align="flex-end">
        <Select
          label={t("period")}
          w={170}
          data={[
            ...PERIODS.map((each) => ({ value: each as string, label: t(each) })),
            { value: OTHER, label: t(OTHER) },
          ]}
          value={period ?? OTHER}
          onChange={(chosen) => {
            const wanted = PERIODS.find((each) => each === chosen);
            if (wanted !== undefined) set(datesOf(wanted, today));
          }}
        />
        <DateField
          label={t("from")}
          w={150}
          value={from}
          onChange={(date) => date !== "" && set({ from: date, to })}
        />
        <DateField
          label={t("to")}
          w={150}
          value={to}
          onChange={(date) => date !== "" && set({ from, to: date })}
        />
        <Select
          label={t("compare")}
          w={210}
          data={[
            { value: "none", label: t("compareNone") },
            { value: "period", label: t("comparePeriod") },
            { value: "year", label: t("compareYear") },
          ]}
          value={compare ?? "none"}
          onChange={(chosen) => set({ compare: chosen ?? undefined })}
        />
        {locations.length > 1 && (
          <Select
            label={t("location")}
            w={210}
            data={[
              { value: "all", label: t("allLocations") },
              { value: "one", label: location?.name ?? t("location") },
            ]}
            value={isAll ? "all" : "one"}
            onChange={(chosen) => set({ all: chosen === "all" ? "1" : undefined })}
          />
        )}
      </Group>
    </>
  );
}
