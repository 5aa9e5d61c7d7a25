import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Shows a centred note, usually instead of an empty list. `title` names the reason, and `hint` suggests an action. */
export function EmptyNote({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" py={48} gap="xs" ta="center">
      <Text fw={600}>{title}</Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" maw={420}>
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}
