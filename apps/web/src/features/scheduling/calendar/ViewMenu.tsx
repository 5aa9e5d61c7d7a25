import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import { ActionIcon, Menu } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { COLOUR_SOURCES, useColourSource } from "./cardColours.ts";
import { staffChoice } from "./StaffMenu.tsx";
import classes from "./Toolbar.module.css";
import { type Calendar, WHOLE_TEAM } from "./useCalendar.ts";

const TEXTS = { category: "colourCategory", staff: "colourStaff", status: "colourStatus" } as const;

/** Selects the colours of the cards, prints the day sheets, shows the keyboard shortcuts and, on phones, selects the staff members. */
export function ViewMenu({
  canPrint,
  staffOf,
  onKeys,
}: {
  readonly canPrint: boolean;
  /** The calendar whose staff members the menu selects; undefined if the toolbar has a separate staff menu. */
  readonly staffOf: Calendar | undefined;
  readonly onKeys: () => void;
}) {
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
      <Menu.Dropdown className={classes.menu ?? ""}>
        {staffOf !== undefined && <StaffItems calendar={staffOf} />}
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

function StaffItems({ calendar }: { readonly calendar: Calendar }) {
  const t = useText(calendarTexts);
  const { change, search, staff } = calendar;
  const { shown, toggle } = staffChoice(calendar);
  const check = (isChosen: boolean) => (isChosen ? <Icon name="check" size={16} /> : null);
  return (
    <>
      <Menu.Label>{t("staffShown")}</Menu.Label>
      <Menu.Item
        rightSection={check(search.staff === undefined)}
        onClick={() => change({ staff: undefined })}
      >
        {t("workingOnly")}
      </Menu.Item>
      <Menu.Item
        rightSection={check(search.staff === WHOLE_TEAM)}
        onClick={() => change({ staff: WHOLE_TEAM })}
      >
        {t("everybody")}
      </Menu.Item>
      {staff.map(({ id, display_name }) => (
        <Menu.Item
          key={id}
          closeMenuOnClick={false}
          rightSection={check(shown.includes(id))}
          onClick={() => toggle(id)}
        >
          {display_name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}
