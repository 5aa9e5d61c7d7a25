import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

/** Groups related fields under a heading that screen readers announce with each field. */
export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} bd={0} miw={0}>
      <legend style={{ padding: 0, marginBottom: 8, fontWeight: 650, fontSize: "0.9375rem" }}>{title}</legend>
      {children}
    </Stack>
  );
}
