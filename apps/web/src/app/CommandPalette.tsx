import "@mantine/spotlight/styles.layer.css";
import { shellTexts } from "@daybook/i18n/shell";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../base/business.tsx";
import { useCommands } from "../base/commands.ts";
import { useText } from "../base/language.tsx";
import { paletteStore } from "../base/palette.ts";
import { Icon } from "../ui/Icon.tsx";
import { useEntries } from "./navigation.ts";

/**
 * Shows the command palette with the screens and the current screen's actions. Ctrl+K, Cmd+K and the search button open it.
 */
export default function CommandPalette() {
  const t = useText(shellTexts);
  const navigate = useNavigate();
  const { id } = useBusiness();
  const entries = useEntries();
  const commands = useCommands();
  const [query, setQuery] = useState("");
  const screens: SpotlightActionData[] = entries.map(({ entry, path, icon }) => ({
    id: entry,
    label: t(entry),
    leftSection: <Icon name={icon} />,
    onClick: () => void navigate({ to: `/${id}/${path}` as never }),
  }));
  const actions: SpotlightActionData[] = commands.map(({ label, icon, keys, run }) => ({
    id: label,
    label,
    leftSection: <Icon name={icon} />,
    rightSection: keys === undefined ? null : <kbd>{keys}</kbd>,
    onClick: run,
  }));
  const groups: SpotlightActionGroupData[] = [
    { group: t("actions"), actions },
    { group: t("screens"), actions: screens },
  ].filter((group) => group.actions.length > 0);
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      shortcut={["mod + K"]}
      nothingFound={t("searchEmpty")}
      title={t("search")}
      classNames={{ header: "visually-hidden" }}
      scrollable
      maxHeight={420}
      searchProps={{
        placeholder: t("searchHint"),
        "aria-label": t("search"),
        leftSection: <Icon name="search" />,
      }}
      data-dialog="palette"
    />
  );
}
