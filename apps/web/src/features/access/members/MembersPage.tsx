import { membersTexts } from "@daybook/i18n/members";
import { Badge, Stack } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
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
import { InvitationList } from "./InvitationList.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { MemberForm } from "./MemberForm.tsx";
import { freeStaff, type Member, membersQuery, nameOf } from "./queries.ts";

/** Lists the users of the business with their roles, and the open invitations. */
export default function MembersPage() {
  const t = useText(membersTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(membersQuery(business));
  const { data } = query;
  const chosen = data?.members.find(({ id }) => id === search.user);
  const close = () => change({ invite: undefined, user: undefined });
  const onInvited = (email: string) => {
    close();
    showNotification({ message: t("sentTo", { email }), withBorder: true });
  };
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
      actions={
        <ActionButton operation="createInvitation" onClick={() => change({ invite: "1", user: undefined })}>
          {t("invite")}
        </ActionButton>
      }
      panel={
        data !== undefined &&
        (search.invite !== undefined ? (
          <SidePanel title={t("invite")} onClose={close}>
            <InviteForm staff={freeStaff(data.staff, data.members, undefined)} onDone={onInvited} />
          </SidePanel>
        ) : (
          chosen !== undefined && (
            <SidePanel title={nameOf(chosen)} onClose={close}>
              <MemberForm
                key={`${chosen.id} ${chosen.updated_at}`}
                member={chosen}
                staff={freeStaff(data.staff, data.members, chosen.id)}
                onDone={close}
              />
            </SidePanel>
          )
        ))
      }
    >
      <Loading query={query} height={200} />
      {data !== undefined && (
        <Stack gap="lg">
          <ul className={`surface ${list.list}`} aria-label={t("users")}>
            {data.members.map((member) => (
              <Row
                key={member.id}
                member={member}
                staffName={data.staff.find(({ id }) => id === member.staff_id)?.display_name}
                onOpen={() => change({ user: member.id, invite: undefined })}
              />
            ))}
          </ul>
          {data.invitations.length > 0 && (
            <section aria-labelledby="invitations">
              <h2 id="invitations" style={{ fontSize: "1.0625rem", margin: "0 0 10px" }}>
                {t("invitations")}
              </h2>
              <InvitationList invitations={data.invitations} />
            </section>
          )}
        </Stack>
      )}
    </SettingsPage>
  );
}

function Row({
  member,
  staffName,
  onOpen,
}: {
  readonly member: Member;
  readonly staffName: string | undefined;
  readonly onOpen: () => void;
}) {
  const t = useText(membersTexts);
  const { me } = useBusiness();
  return (
    <ListRow
      onOpen={onOpen}
      name={
        <>
          {nameOf(member)}
          {member.id === me.id && (
            <Badge variant="default" tt="none">
              {t("you")}
            </Badge>
          )}
        </>
      }
      about={
        <>
          <span>{member.email}</span>
          {staffName !== undefined && <span>{staffName}</span>}
        </>
      }
      end={
        <Badge variant="light" tt="none">
          {t(member.role)}
        </Badge>
      }
    />
  );
}
