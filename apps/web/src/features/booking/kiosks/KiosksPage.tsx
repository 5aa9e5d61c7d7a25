import { kiosksTexts } from "@daybook/i18n/kiosks";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import list from "../../../ui/List.module.css";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { KioskRow } from "./KioskRow.tsx";
import { PairForm } from "./PairForm.tsx";
import { PinForm } from "./PinForm.tsx";
import { type Kiosk, kioskPinQuery, kiosksQuery } from "./queries.ts";
import { RenameForm } from "./RenameForm.tsx";

/** Lists a location's kiosks. Pairs, renames and revokes kiosks, and sets the PIN that all kiosks of the location share. */
export default function KiosksPage() {
  const t = useText(kiosksTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: locations = [], error: locationsError } = useQuery(locationsQuery(business));
  const location = locations.find(({ id }) => id === search.location) ?? locations[0];
  const closePairing = () => change({ code: undefined, pair: undefined });
  const isPairing = search.pair !== undefined || search.code !== undefined;
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
      actions={
        <ActionButton operation="pairKiosk" onClick={() => change({ pair: "1" })}>
          {t("pair")}
        </ActionButton>
      }
      panel={
        isPairing &&
        location !== undefined && (
          <SidePanel title={t("pair")} onClose={closePairing}>
            {locations.length > 1 && <LocationSelect locations={locations} value={location.id} />}
            <PairForm location={location.id} code={search.code ?? ""} onDone={closePairing} />
          </SidePanel>
        )
      }
    >
      <ProblemNote error={locationsError} />
      {locations.length > 1 && location !== undefined && !isPairing && (
        <LocationSelect locations={locations} value={location.id} />
      )}
      {location !== undefined && (
        <>
          <Kiosks location={location.id} />
          <Pin location={location.id} />
        </>
      )}
    </SettingsPage>
  );
}

function LocationSelect({
  locations,
  value,
}: {
  readonly locations: readonly { readonly id: string; readonly name: string }[];
  readonly value: string;
}) {
  const t = useText(kiosksTexts);
  const [, change] = useScreenSearch();
  return (
    <Select
      label={t("location")}
      mb="md"
      maw={320}
      allowDeselect={false}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(id) => change({ location: id ?? undefined })}
    />
  );
}

function Kiosks({ location }: { readonly location: string }) {
  const t = useText(kiosksTexts);
  const { id: business } = useBusiness();
  const query = useQuery(kiosksQuery(business, location));
  const [renaming, setRenaming] = useState<Kiosk>();
  const [revoking, setRevoking] = useState<Kiosk>();
  return (
    <>
      <LoadedList query={query} empty={t("empty")} hint={t("emptyHint")}>
        {(kiosk) => (
          <KioskRow
            key={kiosk.id}
            kiosk={kiosk}
            onRename={() => setRenaming(kiosk)}
            onRevoke={() => setRevoking(kiosk)}
          />
        )}
      </LoadedList>
      <Dialog
        name="renameKiosk"
        title={t("renameTitle", { name: renaming?.name ?? "" })}
        size="sm"
        isOpen={renaming !== undefined}
        onClose={() => setRenaming(undefined)}
      >
        {renaming !== undefined && <RenameForm kiosk={renaming} onDone={() => setRenaming(undefined)} />}
      </Dialog>
      <ConfirmDialog
        name="revokeKiosk"
        operation="revokeKiosk"
        changes={["settings"]}
        record={revoking}
        title={t("revokeTitle", { name: revoking?.name ?? "" })}
        text={t("revokeHint")}
        action={t("revokeDo")}
        run={({ id }) =>
          api.delete("/businesses/{business}/locations/{location}/kiosks/{kiosk}", {
            path: { business, location, kiosk: id },
          })
        }
        onClose={() => setRevoking(undefined)}
      />
    </>
  );
}

function Pin({ location }: { readonly location: string }) {
  const t = useText(kiosksTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { data: pin } = useQuery(kioskPinQuery(business, location));
  const [isOpen, setOpen] = useState(false);
  if (pin === undefined) return null;
  return (
    <section className={`surface ${list.list}`} style={{ marginTop: "var(--mantine-spacing-lg)" }}>
      <div className={`${list.row} ${list.wraps}`}>
        <div className={list.text}>
          <h2 className={list.name}>{t("pin")}</h2>
          <div className={list.about}>
            <span>
              {pin.updated_at === null ? t("pinNone") : t("pinSet", { when: text(pin.updated_at) })}
            </span>
          </div>
        </div>
        <ActionButton operation="replaceKioskPin" variant="default" onClick={() => setOpen(true)}>
          {t(pin.has_pin ? "changePin" : "setPin")}
        </ActionButton>
      </div>
      <Dialog name="kioskPin" title={t("pin")} size="sm" isOpen={isOpen} onClose={() => setOpen(false)}>
        <PinForm location={location} onDone={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}
