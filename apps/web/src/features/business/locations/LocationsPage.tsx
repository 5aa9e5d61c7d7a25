import { locationsTexts } from "@daybook/i18n/locations";
import { settingsTexts } from "@daybook/i18n/settings";
import { Badge, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { LocationForm } from "./LocationForm.tsx";
import { allLocationsQuery } from "./queries.ts";

/** Lists the locations of the business, each with a link to its page. */
export default function LocationsPage() {
  const t = useText(locationsTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: locations = [], isPending, error, refetch } = useQuery(allLocationsQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const close = () => change({ new: undefined });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton operation="createLocation" onClick={() => change({ new: "1" })}>
          {t("newLocation")}
        </ActionButton>
      }
      panel={
        search.new !== undefined && (
          <SidePanel title={t("newLocation")} onClose={close}>
            <LocationForm onDone={close} />
          </SidePanel>
        )
      }
    >
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {locations.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {locations.map(({ id, name, address, active }) => (
            <li key={id}>
              <Link to={`/${business}/settings/locations/${id}` as never} className={list.row}>
                <span className={list.text}>
                  <span className={list.name}>
                    {name}
                    {!active && (
                      <Badge variant="default" tt="none">
                        {t("inactive")}
                      </Badge>
                    )}
                  </span>
                  <span className={list.about}>
                    {[address.line1, [address.postal_code, address.city].filter(Boolean).join(" ")].join(
                      ", ",
                    )}
                  </span>
                </span>
                <Icon name="right" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
