import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import classes from "./BookingPage.module.css";
import { BookingPageForm } from "./BookingPageForm.tsx";
import { BookingWindow } from "./BookingWindow.tsx";
import { EmbedCode } from "./EmbedCode.tsx";
import { PagePreview } from "./PagePreview.tsx";
import { PublishedLocations } from "./PublishedLocations.tsx";
import { ShareLink } from "./ShareLink.tsx";

/** Shows the settings of the booking page, with its link, QR code, embed code and preview. */
export default function BookingPagePage() {
  const t = useText(bookingPageTexts);
  const { id: business } = useBusiness();
  const query = useQuery({
    queryKey: [business, "settings", "booking page"],
    // A refetch when the window gets the focus would overwrite the user's input in the open form.
    refetchOnWindowFocus: false,
    queryFn: () => api.bookingPage.get({ path: { business } }),
  });
  const { data } = query;
  return (
    <SettingsPage title={t("title")}>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <Loading query={query} height={480} />
      {data !== undefined && (
        <div className={classes.columns}>
          <Stack miw={0}>
            <ShareLink />
            <PublishedLocations />
            <BookingPageForm key={data.updated_at} page={data} />
            <BookingWindow />
            <EmbedCode />
          </Stack>
          <PagePreview savedAt={`${data.updated_at} ${data.logo_url}`} />
        </div>
      )}
    </SettingsPage>
  );
}
