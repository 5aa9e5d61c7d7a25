import { membersTexts } from "@daybook/i18n/members";
import { Badge } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import list from "../../../ui/List.module.css";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Invitation } from "./queries.ts";

/** Lists the open invitations with their expiry. The user can resend or revoke each invitation. */
export function InvitationList({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const t = useText(membersTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const [revoking, setRevoking] = useState<Invitation>();
  const again = useWrite({
    operation: "createInvitation",
    changes: ["settings"],
    run: ({ email, role, staff_id }: Invitation, { idempotencyKey }) =>
      api.invitations.create({ path: { business }, body: { email, role, staff_id }, idempotencyKey }),
  });
  return (
    <>
      <ProblemNote error={again.error} />
      <ul className={`surface ${list.list}`}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={`${list.row} ${list.wraps}`}>
            <div className={list.text}>
              <div className={list.name}>
                {invitation.email}
                {invitation.sent_at === null && (
                  <Badge variant="light" color="red" tt="none">
                    {t("notSent")}
                  </Badge>
                )}
              </div>
              <div className={list.about}>
                <span>{t(invitation.role)}</span>
                <span>{t("expires", { when: text(invitation.expires_at) })}</span>
              </div>
            </div>
            <div className={list.end}>
              <ActionButton
                operation="createInvitation"
                variant="subtle"
                loading={again.isSending}
                onClick={() => void again.send(invitation)}
              >
                {t("sendAgain")}
              </ActionButton>
              <ActionButton
                operation="revokeInvitation"
                variant="subtle"
                color="red"
                onClick={() => setRevoking(invitation)}
              >
                {t("revoke")}
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        name="revokeInvitation"
        operation="revokeInvitation"
        changes={["settings"]}
        record={revoking}
        title={t("revokeTitle", { email: revoking?.email ?? "" })}
        text={t("revokeHint")}
        action={t("revokeDo")}
        run={({ id }) => api.invitations.revoke({ path: { business, invitation: id } })}
        onClose={() => setRevoking(undefined)}
      />
    </>
  );
}
