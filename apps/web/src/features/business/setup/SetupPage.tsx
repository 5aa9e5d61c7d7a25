import { setupTexts } from "@daybook/i18n/setup";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { PublishingSwitch } from "../locations/PublishingSwitch.tsx";
import { allLocationsQuery } from "../locations/queries.ts";
import { LocationStep } from "./LocationStep.tsx";
import { MenuStep } from "./MenuStep.tsx";
import classes from "./Setup.module.css";
import { TeamStep } from "./TeamStep.tsx";

const STEPS = ["location", "team", "menu", "booking"] as const;
type Step = (typeof STEPS)[number];
const TITLES = {
  location: "stepLocation",
  team: "stepTeam",
  menu: "stepMenu",
  booking: "stepBooking",
} as const satisfies Record<Step, string>;

/**
 * Shows the setup steps of a new business: location and hours, staff, starter menu, booking page. The stored data determines the next step,
 * so the user can continue later or in another browser.
 */
export default function SetupPage() {
  const t = useText(setupTexts);
  const { id: business, record } = useBusiness();
  const locations = useQuery(allLocationsQuery(business));
  const staff = useQuery(staffQuery(business));
  const services = useQuery(servicesQuery(business));
  const [chosen, choose] = useState<Step>();
  const queries = [locations, staff, services];
  const isLoading = queries.some(({ data }) => data === undefined);
  const error = queries.map((query) => query.error).find((each) => each !== null) ?? null;
  const showsSkeleton = useDelayed(isLoading, 300);
  const location = locations.data?.[0];
  const isDone: Readonly<Record<Step, boolean>> = {
    location: location !== undefined && location.hours.length > 0,
    team: (staff.data ?? []).length > 0,
    menu: (services.data ?? []).length > 0,
    booking: false,
  };
  const step = chosen ?? STEPS.find((each) => !isDone[each]) ?? "booking";
  return (
    <Page
      title={t("title", { business: record.name })}
      actions={
        <Button component={Link} variant="default" {...({ to: `/${business}/calendar` } as object)}>
          {t("later")}
        </Button>
      }
    >
      <ProblemNote error={error} onRetry={() => void Promise.all(queries.map((query) => query.refetch()))} />
      <ol className={classes.steps}>
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? "step" : undefined} data-done={isDone[each]}>
            {isDone[each] ? <Icon name="check" size={16} /> : <span>{STEPS.indexOf(each) + 1}</span>}
            {t(TITLES[each])}
          </li>
        ))}
      </ol>
      {isLoading && error === null && showsSkeleton && <Skeleton h={320} />}
      {!isLoading && (
        <section className={`surface ${classes.card}`} aria-labelledby="setup-step">
          <h2 id="setup-step">{t(TITLES[step])}</h2>
          {step === "location" && <LocationStep location={location} onDone={() => choose(undefined)} />}
          {step === "team" && location !== undefined && (
            <TeamStep location={location} onDone={() => choose(undefined)} />
          )}
          {step === "menu" && location !== undefined && (
            <MenuStep
              location={location}
              staffIds={(staff.data ?? []).map(({ id }) => id)}
              onDone={() => choose("booking")}
            />
          )}
          {step === "booking" && location !== undefined && (
            <Stack>
              <Text size="sm">{t("bookingHint")}</Text>
              <PublishingSwitch locationId={location.id} />
              <Group justify="flex-end">
                <Button component={Link} {...({ to: `/${business}/calendar` } as object)}>
                  {t("finish")}
                </Button>
              </Group>
            </Stack>
          )}
        </section>
      )}
    </Page>
  );
}
