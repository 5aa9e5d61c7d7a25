import { membersTexts } from "@daybook/i18n/members";
import { settingsTexts } from "@daybook/i18n/settings";
import { Badge, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { InvitationList } from "./InvitationList.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { MemberForm } from "./MemberForm.tsx";
import { freeStaff, type Member, membersQuery, nameOf } from "./queries.ts";

/** Lists the users of the business with their roles, and the open invitations. */
export default function MembersPage() {
  const t = useText(membersTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data, isPending, error, refetch } = useQuery(membersQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const chosen = data?.members.find(({ id }) => id === search.user);
  const close = () => change({ invite: undefined, user: undefined });
  const onInvited = (email: string) => {
    close();
    showNotification({ message: t("sentTo", { email }), withBorder: true });
  };
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
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
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={200} />}
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
    </Page>
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
    <li>
      <UnstyledButton className={list.row} w="100%" onClick={onOpen}>
        <span className={list.text}>
          <span className={list.name}>
            {nameOf(member)}
            {member.id === me.id && (
              <Badge variant="default" tt="none">
                {t("you")}
              </Badge>
            )}
          </span>
          <span className={list.about}>
            <span>{member.email}</span>
            {staffName !== undefined && <span>{staffName}</span>}
          </span>
        </span>
        <Badge variant="light" tt="none">
          {t(member.role)}
        </Badge>
        <Icon name="right" size={18} />
      </UnstyledButton>
    </li>
  );
}
