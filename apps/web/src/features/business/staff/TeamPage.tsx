import { teamTexts } from "@daybook/i18n/team";
import { Badge, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { staffQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Face } from "../../../ui/Face.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Loading } from "../../../ui/Loading.tsx";
import { Page } from "../../../ui/Page.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { MemberForm } from "./MemberForm.tsx";
import classes from "./team.module.css";

/** Lists the staff members, each with a link to details, working hours and time off. */
export default function TeamPage() {
  const t = useText(teamTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(staffQuery(business));
  const { data: staff = [] } = query;
  return (
    <Page
      title={t("title")}
      actions={
        <ActionButton operation="createStaffMember" onClick={() => change({ new: "1" })}>
          {t("newMember")}
        </ActionButton>
      }
      panel={
        search.new !== undefined && (
          <SidePanel title={t("newMember")} onClose={() => change({ new: undefined })}>
            <MemberForm onDone={() => change({ new: undefined })} />
          </SidePanel>
        )
      }
    >
      <Loading query={query} height={200} />
      {!query.isPending && query.error === null && staff.length === 0 && (
        <Stack align="center" py="xl" gap="xs">
          <Text fw={600}>{t("empty")}</Text>
          <Text size="sm" c="dimmed">
            {t("emptyHint")}
          </Text>
          <Button variant="default" onClick={() => change({ new: "1" })}>
            {t("newMember")}
          </Button>
        </Stack>
      )}
      {staff.length > 0 && (
        <ul className={`surface ${classes.list}`}>
          {staff.map((member) => (
            <li key={member.id}>
              <Link to={`/${business}/team/${member.id}` as never} className={classes.member}>
                <Face name={member.display_name} photo={member.photo_url} color={member.color} />
                <span className={classes.name}>
                  {member.display_name}
                  {!member.bookable && <Badge variant="default">{t("notBookable")}</Badge>}
                </span>
                <Text size="sm" c="dimmed" className={classes.job}>
                  {member.title}
                </Text>
                <Text size="sm" c="dimmed" ta="right" className="numbers">
                  {t("services", { count: member.service_ids.length })}
                </Text>
                <Icon name="right" size={18} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
