import { LANGUAGE_NAMES, LANGUAGES } from "@daybook/i18n";
import { shellTexts } from "@daybook/i18n/shell";
import { Menu, Stack, Title, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./EntrancePage.module.css";

/** Renders the frame of the pages without a business: signing in, signing up, choosing a business. */
export function EntrancePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useText(shellTexts);
  const { language, choose } = useLanguage();
  return (
    <main className={classes.page}>
      <title>{`${title} · Daybook`}</title>
      <Stack className={classes.card} gap="lg">
        <img src="/app/icon.svg" alt="" width={40} height={40} />
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
      <Menu>
        <Menu.Target>
          <UnstyledButton
            className={classes.language}
            aria-label={`${t("language")}: ${LANGUAGE_NAMES[language]}`}
          >
            {LANGUAGE_NAMES[language]}
            <Icon name="down" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {LANGUAGES.map((each) => (
            <Menu.Item key={each} lang={each} onClick={() => choose(each)}>
              {LANGUAGE_NAMES[each]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </main>
  );
}
