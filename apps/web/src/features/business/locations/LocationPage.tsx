import { locationsTexts } from "@daybook/i18n/locations";
import { Stack, Tabs } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { Page } from "../../../ui/Page.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { TabLine } from "../../../ui/TabLine.tsx";
import { LocationForm } from "./LocationForm.tsx";
import { OpeningHours } from "./OpeningHours.tsx";
import { PublishingSwitch } from "./PublishingSwitch.tsx";
import { allLocationsQuery } from "./queries.ts";
import { ResourceForm } from "./ResourceForm.tsx";
import { ResourceList } from "./ResourceList.tsx";

/** Shows a location: opening hours, rooms and equipment, details. */
export default function LocationPage() {
  const t = useText(locationsTexts);
  const { id: business } = useBusiness();
  const { location: id = "" } = useParams({ strict: false }) as { location?: string };
  const [search, change] = useScreenSearch();
  const query = useQuery(allLocationsQuery(business));
  const { data: locations } = query;
  const location = locations?.find((each) => each.id === id);
  const resource = location?.resources.find((each) => each.id === search.resource);
  const types = [...new Set(locations?.flatMap(({ resources }) => resources.map(({ type }) => type)))];
  const close = () => change({ resource: undefined });
  return (
    <Page
      title={location?.name ?? t("title")}
      back={<BackLink to="settings/locations">{t("back")}</BackLink>}
      panel={
        location !== undefined &&
        (search.resource === "new" || resource !== undefined) && (
          <SidePanel title={resource?.name ?? t("newResource")} onClose={close}>
            <ResourceForm
              key={resource?.id}
              location={location}
              types={types}
              {...(resource === undefined ? {} : { resource })}
              onDone={close}
            />
          </SidePanel>
        )
      }
    >
      <Loading query={query} height={320} />
      {location !== undefined && (
        <Tabs
          value={search.tab ?? "hours"}
          onChange={(tab) =>
            change({ tab: tab === "hours" || tab === null ? undefined : tab, resource: undefined })
          }
          keepMounted={false}
        >
          <TabLine value={search.tab ?? "hours"} mb="md">
            <Tabs.Tab value="hours">{t("hours")}</Tabs.Tab>
            <Tabs.Tab value="resources">{t("resources")}</Tabs.Tab>
            <Tabs.Tab value="details">{t("details")}</Tabs.Tab>
          </TabLine>
          <Tabs.Panel value="hours">
            <OpeningHours key={location.version} location={location} onReload={() => void query.refetch()} />
          </Tabs.Panel>
          <Tabs.Panel value="resources">
            <ResourceList location={location} />
          </Tabs.Panel>
          <Tabs.Panel value="details">
            <Stack gap="lg" maw={560} p="md" className="surface">
              <PublishingSwitch locationId={location.id} />
              <LocationForm
                key={location.version}
                location={location}
                onReload={() => void query.refetch()}
                onDone={() => showNotification({ message: t("saved"), withBorder: true })}
              />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
