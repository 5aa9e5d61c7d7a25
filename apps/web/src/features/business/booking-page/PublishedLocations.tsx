import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Stack, Text } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { PublishingSwitch } from "../locations/PublishingSwitch.tsx";
import classes from "./BookingPage.module.css";
import { usePublished } from "./usePublished.ts";

/** Shows a switch for each location, which publishes or unpublishes the location on the booking page. */
export function PublishedLocations() {
  const t = useText(bookingPageTexts);
  const locations = usePublished();
  const isHidden = locations.length > 0 && locations.every(({ isPublished }) => isPublished === false);
  return (
    <section className={`surface ${classes.section}`} aria-labelledby="published">
      <h2 id="published" className={classes.heading}>
        {t("published")}
      </h2>
      <Stack gap={0}>
        {isHidden && (
          <Text size="sm" role="status">
            {t("unpublished")}
          </Text>
        )}
        {locations.map(({ id, name }) => (
          <div key={id} className={classes.place}>
            <Text fw={550}>{name}</Text>
            <PublishingSwitch locationId={id} />
          </div>
        ))}
      </Stack>
    </section>
  );
}
