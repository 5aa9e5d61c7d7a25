import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { settingsTexts } from "@daybook/i18n/settings";
import { Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
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
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [business, "settings", "booking page"],
    // Does not refetch while the form is open, because this would overwrite the user's input.
    refetchOnWindowFocus: false,
    queryFn: () => api.bookingPage.get({ path: { business } }),
  });
  const showsSkeleton = useDelayed(isPending, 300);
  return (
    <Page title={t("title")} back={<BackLink to="settings">{settings("back")}</BackLink>}>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={480} />}
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
    </Page>
  );
}
