import { errorsTexts } from "@daybook/i18n/errors";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useText } from "../base/language.tsx";
import { useProblemOf } from "../ui/problem.ts";

/**
 * Replaces a screen that threw an error, while the rest of the app keeps working. If the browser is offline, shows an offline
 * message and reloads the page when the connection is restored.
 */
export function CrashScreen({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useText(errorsTexts);
  const router = useRouter();
  const { text, requestId } = useProblemOf()(error);
  // `fetch` rejects with a TypeError if the connection fails. The dynamic import of a script that cannot be loaded also rejects with a
  // TypeError.
  const isOffline = error instanceof TypeError && !navigator.onLine;
  const retry = () => {
    onRetry();
    void router.invalidate();
  };
  useEffect(() => {
    if (!isOffline) return;
    const reload = () => window.location.reload();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [isOffline]);
  return (
    <Stack p="lg" maw={560} role="alert">
      <Title order={1}>{t(isOffline ? "noConnection" : "crashed")}</Title>
      {!isOffline && <Text>{text}</Text>}
      <Text c="dimmed">{t(isOffline ? "noConnectionHint" : "crashedHint")}</Text>
      {requestId !== undefined && <Text size="sm">{requestId}</Text>}
      <Group>
        <Button onClick={retry}>{t("retry")}</Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          {t("reload")}
        </Button>
      </Group>
    </Stack>
  );
}
