import { LANGUAGES, languageOf } from "@daybook/i18n";
import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Text } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import classes from "./BookingPage.module.css";
import { usePublished } from "./usePublished.ts";

/** Shows the booking page at the width of a phone, in the language chosen for the texts. */
export function PagePreview({ savedAt }: { readonly savedAt: string | null }) {
  const t = useText(bookingPageTexts);
  const { record } = useBusiness();
  const [search] = useScreenSearch();
  const language = LANGUAGES.find((each) => each === search.language) ?? languageOf([record.locale]);
  const published = usePublished().map(({ isPublished }) => isPublished);
  return (
    <section aria-labelledby="page-preview" className={classes.preview}>
      <h2 id="page-preview" className={classes.heading}>
        {t("preview")}
      </h2>
      <Text size="xs" c="dimmed" mb="xs">
        {t("previewHint")}
      </Text>
      <iframe
        key={`${savedAt} ${published} ${language}`}
        title={t("preview")}
        src={`/b/${record.slug}?embed=1&lang=${language}`}
        className={`surface ${classes.frame}`}
      />
    </section>
  );
}
