import { locationsTexts } from "@daybook/i18n/locations";
import { Group, Stack } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { ListRow } from "../../../ui/ListRow.tsx";
import type { Location } from "./queries.ts";

/** Lists a location's rooms and devices. A click opens the form in the side panel. */
export function ResourceList({ location: { resources } }: { readonly location: Location }) {
  const t = useText(locationsTexts);
  const [, change] = useScreenSearch();
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <ActionButton
          operation="createResource"
          variant="default"
          onClick={() => change({ resource: "new" })}
        >
          {t("newResource")}
        </ActionButton>
      </Group>
      {resources.length === 0 && <EmptyNote title={t("noResources")} hint={t("noResourcesHint")} />}
      {resources.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {resources.map(({ id, name, type, capacity }) => (
            <ListRow
              key={id}
              onOpen={() => change({ resource: id })}
              name={name}
              about={
                <>
                  <span>{type.replaceAll("_", " ")}</span>
                  <span>{t("capacityOf", { count: capacity })}</span>
                </>
              }
            />
          ))}
        </ul>
      )}
    </Stack>
  );
}
