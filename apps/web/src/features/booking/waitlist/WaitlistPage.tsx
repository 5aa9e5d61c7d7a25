import { waitlistTexts } from "@daybook/i18n/waitlist";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useOfferCommands } from "../../../base/commands.ts";
import { useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { EntryForm } from "./EntryForm.tsx";
import { EntryPanel } from "./EntryPanel.tsx";
import { EntryRow } from "./EntryRow.tsx";
import { Filters, useFilters } from "./Filters.tsx";
import { Mode } from "./Mode.tsx";
import { type Entry, entriesQuery, offeredQuery } from "./queries.ts";
import classes from "./Waitlist.module.css";

/** Shows a location's waitlist: pending offers with the remaining time, then the waiting clients. */
export default function WaitlistPage() {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const { location } = useChosenLocation();
  const [search, change] = useScreenSearch();
  const commands = useMemo(
    () => [{ label: t("add"), icon: "plus" as const, run: () => change({ add: "1", entry: undefined }) }],
    [t, change],
  );
  useOfferCommands(commands);
  const close = () => change({ add: undefined, entry: undefined, edit: undefined });
  const panel =
    location === undefined ? undefined : search.add !== undefined ? (
      <SidePanel title={t("add")} onClose={close}>
        <EntryForm location={location} onDone={(entry) => change({ add: undefined, entry: entry?.id })} />
      </SidePanel>
    ) : search.entry !== undefined && search.entry !== "" ? (
      <EntryPanel key={search.entry} id={search.entry} onClose={close} />
    ) : undefined;
  return (
    <Page
      title={t("title")}
      actions={
        <ActionButton
          operation="createWaitlistEntry"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => change({ add: "1", entry: undefined, edit: undefined })}
        >
          {t("add")}
        </ActionButton>
      }
      panel={panel}
    >
      {location !== undefined && (
        <>
          <Mode key={location.id} location={location.id} />
          <Entries business={business} location={location} />
        </>
      )}
    </Page>
  );
}

function Entries({
  business,
  location,
}: {
  readonly business: string;
  readonly location: { readonly id: string; readonly time_zone: string };
}) {
  const t = useText(waitlistTexts);
  const filters = useFilters();
  const isWaiting = filters.status === "waiting";
  const entries = useInfiniteQuery({
    ...entriesQuery(business, location.id, filters),
    placeholderData: (previous) => previous,
  });
  const offered = useQuery({ ...offeredQuery(business, location.id, filters), enabled: isWaiting });
  const offers = isWaiting ? (offered.data ?? []) : [];
  const mayHaveOffers = isWaiting && (offered.isPending || offers.length > 0);
  const isFiltered =
    !isWaiting ||
    [filters.service, filters.staff, filters.from, filters.to].some((each) => each !== undefined);
  return (
    <>
      <Filters filters={filters} />
      {isWaiting && <ProblemNote error={offered.error} onRetry={() => void offered.refetch()} />}
      {offers.length > 0 && (
        <Section title={t("offersTitle")} entries={offers} timeZone={location.time_zone} />
      )}
      <PagedList
        pages={entries}
        skeletonHeight={240}
        empty={
          mayHaveOffers ? null : (
            <EmptyNote
              title={t(isFiltered ? "emptyFiltered" : "empty")}
              {...(isFiltered ? {} : { hint: t("emptyHint") })}
            />
          )
        }
      >
        {(waiting) => (
          <Section
            title={isWaiting ? t("waitingTitle") : undefined}
            entries={waiting}
            timeZone={location.time_zone}
          />
        )}
      </PagedList>
    </>
  );
}

function Section({
  title,
  entries,
  timeZone,
}: {
  readonly title: string | undefined;
  readonly entries: readonly Entry[];
  readonly timeZone: string;
}) {
  const t = useText(waitlistTexts);
  const [search, change] = useScreenSearch();
  return (
    <section className={classes.section}>
      {title !== undefined && <h2>{title}</h2>}
      <ul className={`surface ${list.list}`} aria-label={title ?? t("title")}>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            timeZone={timeZone}
            isOpen={search.entry === entry.id}
            onOpen={() => change({ entry: entry.id, add: undefined, edit: undefined })}
          />
        ))}
      </ul>
    </section>
  );
}
