import { paymentsTexts } from "@daybook/i18n/payments";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { AccountState } from "./AccountState.tsx";

/** Shows the status of the online payment account and the information that is still missing. Owners connect the account on this page. */
export default function AccountPage() {
  const t = useText(paymentsTexts);
  const { id: business } = useBusiness();
  const query = useQuery({
    queryKey: [business, "settings", "payment account"],
    // Refetches the status when the owner returns from the provider's page, because the owner may have completed steps there.
    staleTime: 0,
    queryFn: () => api.payments.getAccount({ path: { business } }),
  });
  const { data } = query;
  return (
    <SettingsPage title={t("title")}>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <Loading query={query} height={240} width={640} />
      {data !== undefined && <AccountState account={data} />}
    </SettingsPage>
  );
}
