import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

/** Groups related fields under a heading that screen readers announce with each field. */
export function FieldGroup({
  title,
  isCard = false,
  children,
}: {
  readonly title: string;
  /** Whether to draw the group as a card, for forms that fill a page. */
  readonly isCard?: boolean;
  readonly children: ReactNode;
}) {
  const group = (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0} miw={0}>
      <legend style={{ padding: 0, marginBottom: 8, fontWeight: 650, fontSize: "0.9375rem" }}>{title}</legend>
      {children}
    </Stack>
  );
  return isCard ? (
    <div className="surface" style={{ padding: 16 }}>
      {group}
    </div>
  ) : (
    group
  );
}
