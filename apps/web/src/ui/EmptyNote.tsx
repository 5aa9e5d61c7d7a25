import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Shown instead of an empty list. States what is missing and what the user can do next. */
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
