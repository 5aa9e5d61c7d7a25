import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { ActionIcon, Menu } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { COLOUR_SOURCES, useColourSource } from "./cardColours.ts";

const TEXTS = { category: "colourCategory", staff: "colourStaff", status: "colourStatus" } as const;

/** Selects the colours of the cards, prints the day sheets and shows the keyboard shortcuts. */
export function ViewMenu({ canPrint, onKeys }: { readonly canPrint: boolean; readonly onKeys: () => void }) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const [source, choose] = useColourSource();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t("viewOptions")} title={t("viewOptions")}>
          <Icon name="more" />
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
        <Menu.Divider />
        {canPrint && (
          <Menu.Item leftSection={<Icon name="print" size={18} />} onClick={() => window.print()}>
            {t("print")}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<Icon name="question" size={18} />} onClick={onKeys}>
          {shell("shortcuts")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
