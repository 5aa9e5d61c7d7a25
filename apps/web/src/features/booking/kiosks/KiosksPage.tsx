import { kiosksTexts } from "@daybook/i18n/kiosks";
import { settingsTexts } from "@daybook/i18n/settings";
import { Select, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Confirmation } from "../../../ui/Confirmation.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { KioskRow } from "./KioskRow.tsx";
import { PairForm } from "./PairForm.tsx";
import { PinForm } from "./PinForm.tsx";
import { type Kiosk, kioskPinQuery, kiosksQuery } from "./queries.ts";
import { RenameForm } from "./RenameForm.tsx";

/** Lists the kiosks at a location's front desk. Pairs and revokes kiosks, and sets the PIN that they share. */
export default function KiosksPage() {
  const t = useText(kiosksTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: locations = [], error: locationsError } = useQuery(locationsQuery(business));
  const location = locations.find(({ id }) => id === search.location) ?? locations[0];
  const closePairing = () => change({ code: undefined, pair: undefined });
  const isPairing = search.pair !== undefined || search.code !== undefined;
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
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
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
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
    </Page>
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
  const { data: kiosks = [], isPending, error, refetch } = useQuery(kiosksQuery(business, location));
  const showsSkeleton = useDelayed(isPending, 300);
  const [renaming, setRenaming] = useState<Kiosk>();
  const [revoking, setRevoking] = useState<Kiosk>();
  const revoke = useWrite({
    operation: "revokeKiosk",
    changes: ["settings"],
    run: (kiosk: string) =>
      api.delete("/businesses/{business}/locations/{location}/kiosks/{kiosk}", {
        path: { business, location, kiosk },
      }),
  });
  return (
    <>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {!isPending && error === null && kiosks.length === 0 && (
        <EmptyNote title={t("empty")} hint={t("emptyHint")} />
      )}
      {kiosks.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {kiosks.map((kiosk) => (
            <KioskRow
              key={kiosk.id}
              kiosk={kiosk}
              onRename={() => setRenaming(kiosk)}
              onRevoke={() => setRevoking(kiosk)}
            />
          ))}
        </ul>
      )}
      <Dialog
        name="renameKiosk"
        title={t("renameTitle", { name: renaming?.name ?? "" })}
        size="sm"
        isOpen={renaming !== undefined}
        onClose={() => setRenaming(undefined)}
      >
        {renaming !== undefined && <RenameForm kiosk={renaming} onDone={() => setRenaming(undefined)} />}
      </Dialog>
      <Dialog
        name="revokeKiosk"
        title={t("revokeTitle", { name: revoking?.name ?? "" })}
        size="sm"
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
      >
        {revoking !== undefined && (
          <Confirmation
            operation="revokeKiosk"
            text={t("revokeHint")}
            action={t("revokeDo")}
            isSending={revoke.isSending}
            error={revoke.error}
            onClose={() => setRevoking(undefined)}
            onConfirm={() =>
              void revoke.send(revoking.id).then((done) => done !== undefined && setRevoking(undefined))
            }
          />
        )}
      </Dialog>
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
