import "@mantine/dates/styles.layer.css";
import { calendarTexts } from "@daybook/i18n/calendar";
import { DatePicker, DatesProvider } from "@mantine/dates";
import "dayjs/locale/de";
import "dayjs/locale/es";
import "dayjs/locale/fr";
import { useLanguage, useText } from "../../../base/language.tsx";

/** A small month to choose a date from. */
export default function MiniMonth({
  date,
  onPick,
}: {
  readonly date: string;
  readonly onPick: (date: string) => void;
}) {
  const t = useText(calendarTexts);
  const { language } = useLanguage();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DatePicker
        value={date}
        defaultDate={date}
        onChange={(picked) => picked !== null && onPick(picked)}
        highlightToday
        ariaLabels={{
          nextMonth: t("monthAfter"),
          previousMonth: t("monthBefore"),
          monthLevelControl: t("pickMonth"),
        }}
      />
    </DatesProvider>
  );
}
