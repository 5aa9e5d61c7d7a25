import { businessTexts } from "@daybook/i18n/business";
import { settingsTexts } from "@daybook/i18n/settings";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { BusinessForm } from "./BusinessForm.tsx";

/** Shows the form for the business: name, type, language, time zone, currency, address of the booking page. */
export default function BusinessPage() {
  const t = useText(businessTexts);
  const settings = useText(settingsTexts);
  const { record } = useBusiness();
  return (
    <Page title={t("title")} back={<BackLink to="settings">{settings("back")}</BackLink>}>
      <BusinessForm key={record.updated_at} />
    </Page>
  );
}
