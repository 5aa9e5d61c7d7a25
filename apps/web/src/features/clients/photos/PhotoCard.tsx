import { clientsTexts } from "@daybook/i18n/clients";
import type { Photo } from "@daybook/sdk";
import { ActionIcon, Menu } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { useShortDate } from "../clients/localDates.ts";
import { CaptionForm } from "./CaptionForm.tsx";
import classes from "./Photos.module.css";

type Changes = { readonly stage: Photo["stage"] } | { readonly consent: { readonly withdrawn: true } };

/** Shows a photo with its stage, date, caption and consent. */
export function PhotoCard({ photo }: { readonly photo: Photo }) {
  const t = useText(clientsTexts);
  const shortDate = useShortDate();
  const { id: business } = useBusiness();
  const blocked = useBlockedReason("updateClientPhoto");
  const blockedDelete = useBlockedReason("deleteClientPhoto");
  const [isDeleting, setDeleting] = useState(false);
  const [isCaptioning, setCaptioning] = useState(false);
  const { given, scope, withdrawn_at: withdrawnAt } = photo.image_use_consent;
  const name = t("photoAlt", { stage: t(photo.stage), date: shortDate(photo.taken_at) });
  const path = { business, client: photo.client_id, photo: photo.id };
  const write = useWrite({
    operation: "updateClientPhoto",
    changes: ["photos"],
    run: (body: Changes, { idempotencyKey }) => api.clients.updatePhoto({ path, body, idempotencyKey }),
  });
  const consent =
    withdrawnAt !== null
      ? t("consentWithdrawn", { date: shortDate(withdrawnAt) })
      : given
        ? t(scope === "marketing" ? "scopeMarketing" : "scopeRecord")
        : t("consentNo");
  const other = photo.stage === "before" ? "after" : "before";
  return (
    <li className={classes.card}>
      <a href={photo.url} target="_blank" rel="noopener">
        <img src={photo.thumbnail_url} alt={name} loading="lazy" />
      </a>
      <div className={classes.caption}>
        <div>
          <b>{name}</b>
          {photo.caption !== null && <div className={classes.text}>{photo.caption}</div>}
          <div className={classes.soft}>{consent}</div>
        </div>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t("photoActions", { photo: name })}>
              <Icon name="more" size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={blocked !== undefined} title={blocked} onClick={() => setCaptioning(true)}>
              {t(photo.caption === null ? "addCaption" : "changeCaption")}
            </Menu.Item>
            <Menu.Item
              disabled={blocked !== undefined}
              title={blocked}
              onClick={() => void write.send({ stage: other })}
            >
              {t(other === "before" ? "markBefore" : "markAfter")}
            </Menu.Item>
            {given && withdrawnAt === null && (
              <Menu.Item
                disabled={blocked !== undefined}
                title={blocked}
                onClick={() => void write.send({ consent: { withdrawn: true } })}
              >
                {t("withdraw")}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              disabled={blockedDelete !== undefined}
              title={blockedDelete}
              onClick={() => setDeleting(true)}
            >
              {t("deletePhoto")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isCaptioning && <CaptionForm photo={photo} onDone={() => setCaptioning(false)} />}
      <ProblemNote error={write.error} />
      <ConfirmDialog
        name="deletePhoto"
        operation="deleteClientPhoto"
        changes={["photos"]}
        record={isDeleting ? photo.id : undefined}
        title={t("deletePhotoTitle")}
        text={t("deletePhotoHint", { photo: name })}
        action={t("deletePhoto")}
        run={() => api.clients.deletePhoto({ path })}
        onClose={() => setDeleting(false)}
      />
    </li>
  );
}
