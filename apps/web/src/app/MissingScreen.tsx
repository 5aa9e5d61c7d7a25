import { errorsTexts } from "@daybook/i18n/errors";
import { Anchor, Stack, Title } from "@mantine/core";
import { useText } from "../base/language.tsx";

/** Shown for a URL that matches no screen. */
export function MissingScreen() {
  const t = useText(errorsTexts);
  return (
    <Stack component="main" p="lg">
      <Title order={1}>{t("missingPage")}</Title>
      <Anchor href="/app">{t("toCalendar")}</Anchor>
    </Stack>
  );
}
