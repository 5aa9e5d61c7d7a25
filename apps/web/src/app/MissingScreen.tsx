import { errorsTexts } from "@daybook/i18n/errors";
import { Anchor, Stack, Title } from "@mantine/core";
import { useText } from "../base/language.tsx";

/** Shows that no screen has this URL. */
export function MissingScreen() {
  const t = useText(errorsTexts);
  return (
    <Stack component="main" p="lg">
      <Title order={1}>{t("missingPage")}</Title>
      <Anchor href="/app">{t("toCalendar")}</Anchor>
    </Stack>
  );
}
