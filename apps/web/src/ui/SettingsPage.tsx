import { settingsTexts } from "@daybook/i18n/settings";
import { Text } from "@mantine/core";
import type { ComponentProps } from "react";
import { useText } from "../base/language.tsx";
import { BackLink } from "./BackLink.tsx";
import { Page } from "./Page.tsx";

/** Renders a settings screen with its introduction below the heading. */
export function SettingsPage({
  intro,
  children,
  ...page
}: Omit<ComponentProps<typeof Page>, "back"> & { readonly intro?: string }) {
  const t = useText(settingsTexts);
  return (
    <Page {...page} back={<BackLink to="settings">{t("back")}</BackLink>}>
      {intro !== undefined && (
        <Text size="sm" c="dimmed" mb="md" maw={640}>
          {intro}
        </Text>
      )}
      {children}
    </Page>
  );
}
