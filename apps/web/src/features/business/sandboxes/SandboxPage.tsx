import { sandboxTexts } from "@daybook/i18n/sandbox";
import { settingsTexts } from "@daybook/i18n/settings";
import { Button, Stack, Text } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { SandboxForm } from "./SandboxForm.tsx";
import { SandboxList } from "./SandboxList.tsx";
import { TestClockCard } from "./TestClockCard.tsx";
import { TestEventForm } from "./TestEventForm.tsx";

/**
 * Lists and creates the user's sandboxes. If the current business is a sandbox, also advances its test clock and triggers events (decision
 * 66).
 */
export default function SandboxPage() {
  const t = useText(sandboxTexts);
  const settings = useText(settingsTexts);
  const { record } = useBusiness();
  const [search, change] = useScreenSearch();
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <Button variant={record.sandbox ? "default" : "filled"} onClick={() => change({ new: "1" })}>
          {t("create")}
        </Button>
      }
      panel={
        search.new !== undefined && (
          <SidePanel title={t("create")} onClose={() => change({ new: undefined })}>
            <SandboxForm />
          </SidePanel>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <Stack gap="lg">
        {record.sandbox && (
          <>
            <TestClockCard />
            <TestEventForm />
          </>
        )}
        <SandboxList />
      </Stack>
    </Page>
  );
}
