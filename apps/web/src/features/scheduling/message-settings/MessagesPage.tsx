import { messagesTexts } from "@daybook/i18n/messages";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { MessagesForm } from "./MessagesForm.tsx";

/** Shows the settings of the messages to clients about their appointments. */
export default function MessagesPage() {
  const t = useText(messagesTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [business, "settings", "messages"],
    // Does not refetch while the form is open, because this would overwrite the user's input.
    refetchOnWindowFocus: false,
    queryFn: () => api.messages.getSettings({ path: { business } }),
  });
  const showsSkeleton = useDelayed(isPending, 300);
  return (
    <Page title={t("title")} back={<BackLink to="settings">{settings("back")}</BackLink>}>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={420} />}
      {data !== undefined && <MessagesForm key={data.updated_at} settings={data} />}
    </Page>
  );
}
