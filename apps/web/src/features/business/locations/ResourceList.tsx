import { locationsTexts } from "@daybook/i18n/locations";
import { Group, Stack, UnstyledButton } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
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
            <li key={id}>
              <UnstyledButton className={list.row} w="100%" onClick={() => change({ resource: id })}>
                <span className={list.text}>
                  <span className={list.name}>{name}</span>
                  <span className={list.about}>
                    <span>{type.replaceAll("_", " ")}</span>
                    <span>{t("capacityOf", { count: capacity })}</span>
                  </span>
                </span>
                <Icon name="right" size={18} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
