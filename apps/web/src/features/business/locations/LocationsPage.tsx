import { locationsTexts } from "@daybook/i18n/locations";
import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import list from "../../../ui/List.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { LocationForm } from "./LocationForm.tsx";
import { allLocationsQuery } from "./queries.ts";

/** Lists the locations of the business, each with a link to its page. */
export default function LocationsPage() {
  const t = useText(locationsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(allLocationsQuery(business));
  const { data: locations = [] } = query;
  const close = () => change({ new: undefined });
  return (
    <SettingsPage
      title={t("title")}
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
      <Loading query={query} height={160} />
      {locations.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {locations.map(({ id, name, address, active }) => (
            <ListRow
              key={id}
              to={`/${business}/settings/locations/${id}`}
              name={
                <>
                  {name}
                  {!active && (
                    <Badge variant="default" tt="none">
                      {t("inactive")}
                    </Badge>
                  )}
                </>
              }
              about={[address.line1, [address.postal_code, address.city].filter(Boolean).join(" ")].join(
                ", ",
              )}
            />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}
