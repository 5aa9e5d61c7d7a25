import { policiesTexts } from "@daybook/i18n/policies";
import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";

/** Warns that the booking page requests no deposits, because the business has no payment account that accepts charges. */
export function DepositWarning() {
  const t = useText(policiesTexts);
  const { id: business } = useBusiness();
  const { data } = useQuery({
    queryKey: [business, "settings", "payment-account"],
    queryFn: () => api.payments.getAccount({ path: { business } }),
  });
  if (data === undefined || data.charges_enabled) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert" />} role="status">
      {t("depositNeedsAccount")}
    </Alert>
  );
}
