import { waitlistTexts } from "@daybook/i18n/waitlist";
import type { Client } from "@daybook/sdk";
import { Alert, Select, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { clientLabel, useClientSearch } from "../../../base/clientSearch.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";

/**
 * Searches clients by name, phone number or e-mail address once two characters are typed. Shows the chosen client's alert.
 */
export function ClientSelect({
  error,
  onChange,
}: {
  readonly error: ReactNode;
  readonly onChange: (clientId: string | undefined) => void;
}) {
  const t = useText(waitlistTexts);
  const [chosen, setChosen] = useState<Client>();
  const { typed, setTyped, found, isFetching, isSearching } = useClientSearch(chosen !== undefined);
  const shown = chosen === undefined ? found : [chosen];
  return (
    <Stack gap="xs">
      <Select
        label={t("client")}
        placeholder={t("clientHint")}
        data={shown.map((client) => ({ value: client.id, label: clientLabel(client) }))}
        // Does not filter in the browser, because the server also matches fields that the options do not show.
        filter={({ options }) => options}
        searchable
        clearable
        data-autofocus
        selectFirstOptionOnChange
        searchValue={chosen === undefined ? typed : clientLabel(chosen)}
        onSearchChange={(text) => chosen === undefined && setTyped(text)}
        value={chosen?.id ?? null}
        onChange={(id) => {
          setChosen(found.find((client) => client.id === id));
          onChange(id ?? undefined);
        }}
        error={error}
        nothingFoundMessage={isSearching && !isFetching ? t("noClient") : undefined}
        clearButtonProps={{ "aria-label": t("clearClient") }}
      />
      {chosen?.alert && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />}>
          {chosen.alert}
        </Alert>
      )}
    </Stack>
  );
}
