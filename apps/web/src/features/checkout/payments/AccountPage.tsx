import { paymentsTexts } from "@daybook/i18n/payments";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { AccountState } from "./AccountState.tsx";

/** Shows the status of the online payment account and the information that is still missing. Owners connect the account on this page. */
export default function AccountPage() {
  const t = useText(paymentsTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [business, "settings", "payment account"],
    // Refetches the status when the owner returns from the provider's page, because the owner may have completed steps there.
    staleTime: 0,
    queryFn: () => api.payments.getAccount({ path: { business } }),
  });
  const showsSkeleton = useDelayed(isPending, 300);
  return (
    <Page title={t("title")} back={<BackLink to="settings">{settings("back")}</BackLink>}>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={240} maw={640} />}
      {data !== undefined && <AccountState account={data} />}
    </Page>
  );
}
