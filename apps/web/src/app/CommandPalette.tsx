import "@mantine/spotlight/styles.layer.css";
import { shellTexts } from "@daybook/i18n/shell";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBusiness } from "../base/business.tsx";
import { clientLabel, useClientSearch } from "../base/clientSearch.ts";
import { useCommands } from "../base/commands.ts";
import { useText } from "../base/language.tsx";
import { paletteStore } from "../base/palette.ts";
import { Icon } from "../ui/Icon.tsx";
import { useEntries } from "./navigation.ts";

/**
 * Shows the command palette: the current screen's actions, the screens, and the clients found by name, phone number or e-mail address.
 * Ctrl+K, Cmd+K and the search button open it.
 */
export default function CommandPalette() {
  const t = useText(shellTexts);
  const navigate = useNavigate();
  const { id } = useBusiness();
  const entries = useEntries();
  const commands = useCommands();
  const { typed, setTyped, found, isSearching, isCurrent } = useClientSearch();
  const clients: SpotlightActionData[] = (isSearching ? found : []).map((client) => ({
    id: client.id,
    label: clientLabel(client),
    leftSection: <Icon name="team" />,
    onClick: () => void navigate({ to: `/${id}/clients/${client.id}` as never, search: {} as never }),
  }));
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
  const matching = (all: SpotlightActionData[]) =>
    all.filter(({ label }) => label?.toLowerCase().includes(typed.trim().toLowerCase()));
  const groups: SpotlightActionGroupData[] = [
    { group: t("actions"), actions: matching(actions) },
    { group: t("screens"), actions: matching(screens) },
    { group: t("clients"), actions: clients },
  ].filter((group) => group.actions.length > 0);
  // Selects the first action when the clients have arrived. Spotlight itself selects the first action only when the query changes, which
  // happens before the response with the clients arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` is drawn by then.
  useEffect(() => {
    const list = document.getElementById(paletteStore.getState().listId);
    if (!isCurrent || list === null || list.querySelector("[data-selected]") !== null) return;
    list.querySelector("[data-action]")?.setAttribute("data-selected", "true");
    paletteStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [isCurrent, found]);
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      // Shows all actions, because the server has already filtered the clients. The server also matches fields that the labels
      // do not show.
      filter={(_, all) => all}
      query={typed}
      onQueryChange={setTyped}
      // Disables Spotlight's own shortcut, because the shell handles Ctrl+K and Cmd+K.
      shortcut={null}
      nothingFound={isSearching && !isCurrent ? undefined : t("searchEmpty")}
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
