import { messagesTexts } from "@daybook/i18n/messages";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { MessagesForm } from "./MessagesForm.tsx";

/** Shows the settings of the messages to clients about their appointments. */
export default function MessagesPage() {
  const t = useText(messagesTexts);
  const { id: business } = useBusiness();
  const query = useQuery({
    queryKey: [business, "settings", "messages"],
    // A refetch when the window gets the focus would overwrite the user's input in the open form.
    refetchOnWindowFocus: false,
    queryFn: () => api.messages.getSettings({ path: { business } }),
  });
  const { data } = query;
  return (
    <SettingsPage title={t("title")}>
      <Loading query={query} height={420} />
      {data !== undefined && <MessagesForm key={data.updated_at} settings={data} />}
    </SettingsPage>
  );
}
