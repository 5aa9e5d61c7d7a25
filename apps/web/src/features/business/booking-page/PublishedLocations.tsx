import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Stack, Text } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { PublishingSwitch } from "../locations/PublishingSwitch.tsx";
import { publishingQuery } from "../locations/queries.ts";
import classes from "./BookingPage.module.css";

/** A switch for each location that offers it online or not. */
export function PublishedLocations() {
  const t = useText(bookingPageTexts);
  const { id: business } = useBusiness();
  const { data: locations = [] } = useQuery(locationsQuery(business));
  const states = useQueries({ queries: locations.map(({ id }) => publishingQuery(business, id)) });
  const isHidden = states.length > 0 && states.every(({ data }) => data?.published === false);
  return (
    <section aria-labelledby="published">
      <h2 id="published" className={classes.heading}>
        {t("published")}
      </h2>
      <Stack gap="sm">
        {isHidden && (
          <Text size="sm" role="status">
            {t("unpublished")}
          </Text>
        )}
        {locations.map(({ id, name }) => (
          <div key={id} className={`surface ${classes.place}`}>
            <Text fw={550}>{name}</Text>
            <PublishingSwitch locationId={id} />
          </div>
        ))}
      </Stack>
    </section>
  );
}
