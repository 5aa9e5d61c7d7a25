import { calendarTexts } from "@daybook/i18n/calendar";
import { Title } from "@mantine/core";
import { useText } from "../../../base/language.tsx";

export default function CalendarPage() {
  const t = useText(calendarTexts);
  return <Title order={1}>{t("title")}</Title>;
}
