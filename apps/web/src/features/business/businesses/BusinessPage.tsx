import { businessTexts } from "@daybook/i18n/business";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { BusinessForm } from "./BusinessForm.tsx";

/** Shows the form for the business, for example its name, language, time zone, currency and booking page address. */
export default function BusinessPage() {
  const t = useText(businessTexts);
  const { record } = useBusiness();
  return (
    <SettingsPage title={t("title")}>
      <BusinessForm key={record.updated_at} />
    </SettingsPage>
  );
}
