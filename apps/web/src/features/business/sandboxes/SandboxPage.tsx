import { sandboxTexts } from "@daybook/i18n/sandbox";
import { Button, Stack } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
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
  const { record } = useBusiness();
  const [search, change] = useScreenSearch();
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
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
      <Stack gap="lg">
        {record.sandbox && (
          <>
            <TestClockCard />
            <TestEventForm />
          </>
        )}
        <SandboxList />
      </Stack>
    </SettingsPage>
  );
}
