import { salesTexts } from "@daybook/i18n/sales";
import type { Client } from "@daybook/sdk";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";

const MIN_LETTERS = 2;

/** Chooses the client of a walk-in by name, phone or e-mail; empty means a sale without a client. */
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
  const { id: business } = useBusiness();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<Client>();
  const [q] = useDebouncedValue(typed.trim(), 150);
  const { data: found = [] } = useQuery({
    queryKey: [business, "clients", "search", q],
    queryFn: async () => (await api.clients.list({ path: { business }, query: { q, limit: 8 } })).items,
    enabled: q.length >= MIN_LETTERS && value === undefined,
    placeholderData: (previous) => previous,
  });
  const shown = value !== undefined && chosen !== undefined ? [chosen] : found;
  return (
    <Select
      label={t("client")}
      placeholder={t("clientHint")}
      data={shown.map((client) => ({ value: client.id, label: describe(client) }))}
      filter={({ options }) => options}
      searchable
      clearable
      value={value ?? null}
      onSearchChange={setTyped}
      onChange={(id) => {
        setChosen(found.find((client) => client.id === id));
        onChange(id ?? undefined);
      }}
      nothingFoundMessage={typed.trim().length >= MIN_LETTERS ? t("noClient") : undefined}
      clearButtonProps={{ "aria-label": t("clearClient") }}
      error={error}
    />
  );
}

function describe({ first_name, last_name, phone_e164, email }: Client): string {
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return [name, phone_e164 ?? email].filter(Boolean).join(" · ");
}
