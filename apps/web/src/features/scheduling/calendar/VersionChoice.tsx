import { calendarTexts } from "@daybook/i18n/calendar";
import type { OperationName } from "@daybook/sdk";
import { Alert, Button, Group, Stack } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./AppointmentPanel.module.css";

/** Shows a conflict between the user's change and another user's change. The user chooses one of the two values. */
export function VersionChoice({
  operation,
  mine,
  theirs,
  isSending,
  onMine,
  onTheirs,
}: {
  readonly operation: OperationName;
  readonly mine: string;
  readonly theirs: string;
  readonly isSending: boolean;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}) {
  const t = useText(calendarTexts);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={t("meanwhileTitle")} role="alert">
      <Stack gap="xs">
        <dl className={classes.versions}>
          <dt>{t("meanwhileMine")}</dt>
          <dd>{mine}</dd>
          <dt>{t("meanwhileTheirs")}</dt>
          <dd>{theirs}</dd>
        </dl>
        <Group gap="xs">
          <ActionButton operation={operation} size="compact-md" loading={isSending} onClick={onMine}>
            {t("meanwhileKeep")}
          </ActionButton>
          <Button size="compact-md" variant="default" onClick={onTheirs}>
            {t("meanwhileTake")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
