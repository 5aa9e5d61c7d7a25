import "@mantine/dates/styles.layer.css";
import { shellTexts } from "@daybook/i18n/shell";
import { DatePicker, DatesProvider } from "@mantine/dates";
import "dayjs/locale/de";
import "dayjs/locale/es";
import "dayjs/locale/fr";
import { useLanguage, useText } from "../base/language.tsx";

export default function MonthPicker({
  date,
  onPick,
}: {
  readonly date: string | undefined;
  readonly onPick: (date: string) => void;
}) {
  const t = useText(shellTexts);
  const { language } = useLanguage();
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
      <DatePicker
        value={date ?? null}
        {...(date === undefined ? {} : { defaultDate: date })}
        onChange={(picked) => picked !== null && onPick(picked)}
        highlightToday
        ariaLabels={{ nextMonth: t("monthAfter"), previousMonth: t("monthBefore") }}
      />
    </DatesProvider>
  );
}
