import { salesTexts } from "@daybook/i18n/sales";
import type { Client } from "@daybook/sdk";
import { Select } from "@mantine/core";
import { useState } from "react";
import { clientLabel, useClientSearch } from "../../../base/clientSearch.ts";
import { useText } from "../../../base/language.tsx";

/** Selects the client of a walk-in. Searches clients by name, phone number or e-mail address. The client is optional. */
export function ClientPicker({
  value,
  error,
  onChange,
}: {
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (clientId: string | undefined) => void;
}) {
  const t = useText(salesTexts);
  const [chosen, setChosen] = useState<Client>();
  const { setTyped, found, isSearching } = useClientSearch(value !== undefined);
  const shown = value !== undefined && chosen !== undefined ? [chosen] : found;
  return (
    <Select
      label={t("client")}
      placeholder={t("clientHint")}
      data={shown.map((client) => ({ value: client.id, label: clientLabel(client) }))}
      filter={({ options }) => options}
      searchable
      clearable
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={(id) => {
        setChosen(found.find((client) => client.id === id));
        onChange(id ?? undefined);
      }}
      nothingFoundMessage={isSearching ? t("noClient") : undefined}
      clearButtonProps={{ "aria-label": t("clearClient") }}
      error={error}
    />
  );
}
