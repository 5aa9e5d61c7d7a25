import { shellTexts } from "@daybook/i18n/shell";
import { ActionIcon, Select, Tooltip } from "@mantine/core";
import { useText } from "../base/language.tsx";
import { useChosenLocation } from "../base/locations.ts";
import { openPalette } from "../base/palette.ts";
import { Icon } from "../ui/Icon.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import classes from "./Shell.module.css";

/** Shows the top bar: location, the current screen's controls (`InTopBar`), search and the account menu. */
export function TopBar({ slotRef }: { readonly slotRef: (slot: HTMLElement | null) => void }) {
  const t = useText(shellTexts);
  const { locations, location, choose } = useChosenLocation();
  return (
    <header className={classes.bar}>
      {locations.length > 1 && (
        <Select
          aria-label={t("location")}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
          value={location?.id ?? null}
          onChange={(chosen) => chosen !== null && choose(chosen)}
          leftSection={<Icon name="location" size={18} />}
          className={classes.location ?? ""}
          comboboxProps={{ width: 280, position: "bottom-start" }}
        />
      )}
      <div className={classes.slot} ref={slotRef} />
      <Tooltip label={`${t("search")} (/)`}>
        <ActionIcon variant="default" size={36} aria-label={t("search")} onClick={openPalette}>
          <Icon name="search" />
        </ActionIcon>
      </Tooltip>
      <AccountMenu />
    </header>
  );
}
