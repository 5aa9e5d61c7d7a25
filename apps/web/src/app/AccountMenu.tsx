import { LANGUAGE_NAMES, LANGUAGES } from "@daybook/i18n";
import { shellTexts } from "@daybook/i18n/shell";
import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { sessionApi } from "../base/api.ts";
import { useBusiness } from "../base/business.tsx";
import { useLanguage, useText } from "../base/language.tsx";
import { Icon } from "../ui/Icon.tsx";
import { ROLE_KEYS } from "../ui/useBlockedReason.ts";

const SCHEMES = [
  ["light", "themeLight"],
  ["dark", "themeDark"],
  ["auto", "themeAuto"],
] as const;

/** Shows the account menu: name, language, colour scheme, switching to another business, sessions, signing out. */
export function AccountMenu() {
  const t = useText(shellTexts);
  const { id, me, record, role } = useBusiness();
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = [me.first_name, me.last_name].filter(Boolean).join(" ");
  const leave = () => void sessionApi.signOut().finally(() => window.location.assign("/app/sign-in"));
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton>
          {/* Visually hidden text, because an `aria-label` would have to contain the visible initials. */}
          <span className="visually-hidden">{t("account")}</span>
          <Avatar aria-hidden="true" size={36} radius="xl" color="accent" variant="light">
            {initialsOf(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label component="div">
          <Text fw={600} c="var(--db-ink)">
            {name}
          </Text>
          <Text size="xs">{me.email}</Text>
          <Text size="xs">
            {record.name}, {t(ROLE_KEYS[role])}
            {record.sandbox && ` · ${t("sandbox")}`}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t("language")}</Menu.Label>
        {LANGUAGES.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            rightSection={each === language ? <Icon name="check" size={16} /> : null}
            onClick={() => choose(each)}
          >
            {LANGUAGE_NAMES[each]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t("theme")}</Menu.Label>
        {SCHEMES.map(([scheme, key]) => (
          <Menu.Item
            key={scheme}
            rightSection={scheme === colorScheme ? <Icon name="check" size={16} /> : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(key)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {me.memberships.length > 1 && (
          <Menu.Item component="a" href="/app/?choose=1">
            {t("switchBusiness")}
          </Menu.Item>
        )}
        <Menu.Item component={Link} {...({ to: `/${id}/settings/sessions` } as object)}>
          {t("mySessions")}
        </Menu.Item>
        <Menu.Item onClick={leave}>{t("signOut")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? "")
    .join("")
    .toUpperCase();
}
