import { calendarTexts } from "@daybook/i18n/calendar";
import { ActionIcon, Menu } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { COLOUR_SOURCES, useColourSource } from "./cardColours.ts";

const TEXTS = { category: "colourCategory", staff: "colourStaff", status: "colourStatus" } as const;

/** Lets the user choose whether cards are coloured by category, staff member or status. */
export function ColourMenu() {
  const t = useText(calendarTexts);
  const [source, choose] = useColourSource();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t("colourBy")} title={t("colourBy")}>
          <Icon name="palette" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("colourBy")}</Menu.Label>
        {COLOUR_SOURCES.map((each) => (
          <Menu.Item
            key={each}
            rightSection={each === source ? <Icon name="check" size={16} /> : null}
            onClick={() => choose(each)}
          >
            {t(TEXTS[each])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
