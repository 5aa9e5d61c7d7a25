import { calendarTexts } from "@daybook/i18n/calendar";
import { Alert, Group, Stack, Text } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";

/** Shows the note that another user has saved (`theirs`) under the user's own note. The user chooses one of the two notes. */
export function NoteConflict({
  theirs,
  isSending,
  onMine,
  onTheirs,
}: {
  readonly theirs: string;
  readonly isSending: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}) {
  const t = useText(calendarTexts);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={t("noteChanged")} role="alert">
      <Stack gap="xs">
        <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
          {theirs || t("noteRemoved")}
        </Text>
        <Group gap="xs">
          <ActionButton
            operation="updateAppointmentNote"
            size="compact-md"
            loading={isSending}
            onClick={onMine}
          >
            {t("noteKeepMine")}
          </ActionButton>
          <ActionButton
            operation="updateAppointmentNote"
            size="compact-md"
            variant="default"
            onClick={onTheirs}
          >
            {t("noteTakeTheirs")}
          </ActionButton>
        </Group>
      </Stack>
    </Alert>
  );
}
