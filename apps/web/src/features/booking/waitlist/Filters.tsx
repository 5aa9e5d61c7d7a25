import { waitlistTexts } from "@daybook/i18n/waitlist";
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { DateField } from "../../../ui/DateField.tsx";
import { type EntryFilters, STATUSES } from "./queries.ts";
import classes from "./Waitlist.module.css";

const ALL = "all";
const STATUS_TEXT = {
  waiting: "statusWaiting",
  booked: "statusBooked",
  cancelled: "statusCancelled",
  expired: "statusExpired",
} as const;

export function useFilters(): EntryFilters {
  const [{ status, service, staff, from, to }] = useScreenSearch();
  return { status: STATUSES.find((each) => each === status) ?? "waiting", service, staff, from, to };
}

/**
 * Shows the filters of the list. The values of the filters are in the URL. On phones, only the status filter is visible until
 * the user opens the other filters.
 */
export function Filters({ filters }: { readonly filters: EntryFilters }) {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const [, change] = useScreenSearch();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const { data: staff = [] } = useQuery(staffQuery(business));
  const { status, service, staff: member, from, to } = filters;
  const [isOpen, setOpen] = useState(false);
  const isFiltered =
    status !== "waiting" || [service, member, from, to].some((value) => value !== undefined && value !== "");
  const set = (name: string, value: string | null) =>
    change(
      { [name]: value === null || value === ALL || value === "" ? undefined : value },
      { replace: true },
    );
  return (
    <div className={classes.filters} data-open={isOpen || isFiltered || undefined}>
      <Select
        label={t("status")}
        data={STATUSES.map((each) => ({ value: each, label: t(STATUS_TEXT[each]) }))}
        value={status}
        onChange={(value) => set("status", value === "waiting" ? null : value)}
      />
      {!isFiltered && (
        <Button
          variant="default"
          className={classes.toggle ?? ""}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t("filters")}
        </Button>
      )}
      <div className={classes.more}>
        <Select
          label={t("service")}
          data={[
            { value: ALL, label: t("allServices") },
            ...services.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          searchable
          value={service ?? ALL}
          onChange={(value) => set("service", value)}
        />
        <Select
          label={t("staffMember")}
          data={[
            { value: ALL, label: t("wholeTeam") },
            ...staff.map(({ id, display_name }) => ({ value: id, label: display_name })),
          ]}
          searchable
          value={member ?? ALL}
          onChange={(value) => set("staff", value)}
        />
        <DateField label={t("from")} value={from ?? ""} onChange={(date) => set("from", date)} />
        <DateField label={t("until")} value={to ?? ""} onChange={(date) => set("to", date)} />
      </div>
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() =>
            change(
              { status: undefined, service: undefined, staff: undefined, from: undefined, to: undefined },
              { replace: true },
            )
          }
        >
          {t("clearFilters")}
        </Button>
      )}
    </div>
  );
}
