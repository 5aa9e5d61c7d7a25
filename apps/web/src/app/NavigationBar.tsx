import { shellTexts } from "@daybook/i18n/shell";
import { Menu, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../base/business.tsx";
import { useText } from "../base/language.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Entry, useEntries, useOpenEntry } from "./navigation.ts";
import classes from "./Shell.module.css";

/** The maximum number of entries in the bottom bar on phones. With more entries, the bar shows four and "More". */
const MAX_ON_PHONE = 5;

export function NavigationBar() {
  const t = useText(shellTexts);
  const entries = useEntries();
  const isPhone = useMediaQuery("(max-width: 47.9375em)", false, { getInitialValueInEffect: false });
  const hasMore = isPhone && entries.length > MAX_ON_PHONE;
  const shown = hasMore ? entries.slice(0, MAX_ON_PHONE - 1) : entries;
  return (
    <nav className={classes.rail} aria-label={t("navigation")}>
      <img className={classes.logo} src="/app/icon.svg" alt="" width={32} height={32} />
      {shown.map((entry) => (
        <EntryLink key={entry.entry} entry={entry} />
      ))}
      {hasMore && (
        <Menu position="top-end">
          <Menu.Target>
            <UnstyledButton className={classes.entry}>
              <Icon name="more" size={22} />
              {t("more")}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {entries.slice(MAX_ON_PHONE - 1).map((entry) => (
              <MoreItem key={entry.entry} entry={entry} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </nav>
  );
}

function EntryLink({ entry: { entry, path, icon } }: { readonly entry: Entry }) {
  const t = useText(shellTexts);
  const { id } = useBusiness();
  const isOpen = useOpenEntry() === entry;
  return (
    <Link to={`/${id}/${path}` as never} className={classes.entry} data-active={isOpen || undefined}>
      <Icon name={icon} size={22} />
      {t(entry)}
    </Link>
  );
}

function MoreItem({ entry: { entry, path, icon } }: { readonly entry: Entry }) {
  const t = useText(shellTexts);
  const { id } = useBusiness();
  return (
    <Menu.Item component={Link} to={`/${id}/${path}` as never} leftSection={<Icon name={icon} />}>
      {t(entry)}
    </Menu.Item>
  );
}
