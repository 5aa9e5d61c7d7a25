import { clientsTexts } from "@daybook/i18n/clients";
import { Alert, Skeleton, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TabLine } from "../../../ui/TabLine.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { FormsTab } from "../forms/FormsTab.tsx";
import { MessagesTab } from "../messages/MessagesTab.tsx";
import { NotesTab } from "../notes/NotesTab.tsx";
import { PhotosTab } from "../photos/PhotosTab.tsx";
import { WalletTab } from "../wallet/WalletTab.tsx";
import { AppointmentsTab } from "./AppointmentsTab.tsx";
import { ClientHeader } from "./ClientHeader.tsx";
import classes from "./ClientPage.module.css";
import { ClientPanel } from "./ClientPanel.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { OverviewTab } from "./OverviewTab.tsx";
import { clientQuery, nameOf } from "./queries.ts";

const TABS = {
  overview: OverviewTab,
  appointments: AppointmentsTab,
  notes: NotesTab,
  forms: FormsTab,
  photos: PhotosTab,
  wallet: WalletTab,
  messages: MessagesTab,
  changes: HistoryTab,
} as const;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

/** Shows a client's file. The alert is shown above every tab. */
export default function ClientPage() {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const { client: id = "" } = useParams({ strict: false }) as { client?: string };
  const [search, change] = useScreenSearch();
  const { data: client, isPending, error, refetch } = useQuery(clientQuery(business, id));
  const showsSkeleton = useDelayed(isPending, 300);
  const tab = NAMES.find((name) => name === search.tab) ?? "overview";
  if (client === undefined)
    return (
      <Stack p="lg" maw={720}>
        {error !== null && <ProblemNote error={error} onRetry={() => void refetch()} />}
        {showsSkeleton && [28, 44, 200].map((height) => <Skeleton key={height} h={height} />)}
      </Stack>
    );
  return (
    <div className={classes.page} key={id}>
      <title>{`${nameOf(client)} · Daybook`}</title>
      <div className={classes.content}>
        <div className={classes.inner}>
          <ClientHeader client={client} onEdit={() => change({ edit: "1" })} />
          {client.alert !== null && (
            <Alert
              color="red"
              variant="light"
              icon={<Icon name="alert" />}
              className={classes.alert}
              data-alert=""
            >
              <b>{client.alert}</b>
            </Alert>
          )}
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(chosen) => change({ tab: chosen === "overview" ? undefined : (chosen ?? undefined) })}
          >
            <TabLine value={tab} aria-label={t("sections")}>
              {NAMES.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {t(name)}
                </Tabs.Tab>
              ))}
            </TabLine>
            {NAMES.map((name) => {
              const Tab = TABS[name];
              return (
                <Tabs.Panel key={name} value={name} pt="md">
                  <Tab client={client} />
                </Tabs.Panel>
              );
            })}
          </Tabs>
        </div>
      </div>
      {search.edit !== undefined && (
        <ClientPanel
          client={client}
          onClose={() => change({ edit: undefined })}
          onDone={() => change({ edit: undefined })}
        />
      )}
    </div>
  );
}
