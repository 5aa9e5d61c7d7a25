import { errorsTexts } from "@daybook/i18n/errors";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useText } from "../base/language.tsx";
import { useProblemOf } from "../ui/problem.ts";

/** Replaces a screen that threw an error; the rest of the app keeps working. */
export function CrashScreen({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText(errorsTexts);
  const router = useRouter();
  const { text, requestId } = useProblemOf()(error);
  return (
    <Stack p="lg" maw={560} role="alert">
      <Title order={1}>{t("crashed")}</Title>
      <Text>{text}</Text>
      <Text c="dimmed">{t("crashedHint")}</Text>
      {requestId !== undefined && <Text size="sm">{requestId}</Text>}
      <Group>
        <Button
          onClick={() => {
            onRetry();
            void router.invalidate();
          }}
        >
          {t("retry")}
        </Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {t("reload")}
        </Button>
      </Group>
    </Stack>
  );
}
