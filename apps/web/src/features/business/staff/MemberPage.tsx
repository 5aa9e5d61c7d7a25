import { teamTexts } from "@daybook/i18n/team";
import type { StaffMember } from "@daybook/sdk";
import { Skeleton, Stack, Tabs } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { staffQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TabLine } from "../../../ui/TabLine.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { HoursForm } from "./HoursForm.tsx";
import { MemberForm } from "./MemberForm.tsx";
import { PhotoOfMember } from "./PhotoOfMember.tsx";
import { staffHoursQuery } from "./queries.ts";
import { TimeOffList } from "./TimeOffList.tsx";

/** Shows a staff member: working hours, time off, details. */
export default function MemberPage() {
  const t = useText(teamTexts);
  const { id: business } = useBusiness();
  const { staff: id = "" } = useParams({ strict: false }) as { staff?: string };
  const [search, change] = useScreenSearch();
  const { data: staff, error } = useQuery(staffQuery(business));
  const hours = useQuery(staffHoursQuery(business, id));
  const member = staff?.find((each) => each.id === id);
  const isLoading = member === undefined || hours.data === undefined;
  const showsSkeleton = useDelayed(isLoading, 300);
  return (
    <Page title={member?.display_name ?? t("title")} back={<BackLink to="team">{t("back")}</BackLink>}>
      <ProblemNote error={error ?? hours.error} onRetry={() => void hours.refetch()} />
      {isLoading && showsSkeleton && <Skeleton height={320} />}
      {member !== undefined && hours.data !== undefined && (
        <Tabs
          value={search.tab ?? "hours"}
          onChange={(tab) => change({ tab: tab === "hours" || tab === null ? undefined : tab })}
          keepMounted={false}
        >
          <TabLine value={search.tab ?? "hours"} mb="md">
            <Tabs.Tab value="hours">{t("hours")}</Tabs.Tab>
            <Tabs.Tab value="time-off">{t("timeOff")}</Tabs.Tab>
            <Tabs.Tab value="details">{t("details")}</Tabs.Tab>
          </TabLine>
          <Tabs.Panel value="hours">
            <HoursForm
              key={hours.data.version}
              member={member}
              hours={hours.data}
              onReload={() => void hours.refetch()}
            />
          </Tabs.Panel>
          <Tabs.Panel value="time-off">
            <TimeOffList member={member} hours={hours.data} />
          </Tabs.Panel>
          <Tabs.Panel value="details">
            <Stack gap="lg" maw={560} p="md" className="surface">
              <PhotoOfMember member={member} />
              <MemberForm
                key={formKey(member)}
                member={member}
                onDone={() => showNotification({ message: t("saved"), withBorder: true })}
              />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

/**
 * Returns the React key of the form, which remounts the form when the stored fields change. Omits the photo, because remounting discards
 * typed text.
 */
function formKey({ photo_url: _photo, updated_at: _at, ...fields }: StaffMember): string {
  return JSON.stringify(fields);
}
