import { errorsTexts } from "@daybook/i18n/errors";
import { Alert, Button, Group, Text } from "@mantine/core";
import { useText } from "../base/language.tsx";
import { Icon } from "./Icon.tsx";
import { useProblemOf } from "./problem.ts";

/** Shows the error message of a failed request, above a form's buttons or instead of a list. Shows "Try again" if a retry can succeed. */
export function ProblemNote({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  const t = useText(errorsTexts);
  const problemOf = useProblemOf();
  if (error === undefined || error === null) return null;
  const { text, canRetry, requestId } = problemOf(error);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        {canRetry && onRetry !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t("retry")}
          </Button>
        )}
      </Group>
      {requestId !== undefined && (
        <Text size="xs" c="dimmed">
          {requestId}
        </Text>
      )}
    </Alert>
  );
}
