import { menuTexts } from "@daybook/i18n/menu";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ServiceForm } from "./ServiceForm.tsx";

/** Shows the side panel with the form of a new or existing service. */
export function ServicePanel({ id }: { readonly id: string }) {
  const t = useText(menuTexts);
  const { id: business } = useBusiness();
  const [, change] = useScreenSearch();
  const isNew = id === "new";
  const { data: service, error } = useQuery({
    queryKey: [business, "services", "one", id],
    enabled: !isNew,
    // A refetch when the window gets the focus would overwrite the user's input in the open form.
    refetchOnWindowFocus: false,
    queryFn: () => api.services.get({ path: { business, service: id } }),
  });
  const close = () => change({ service: undefined });
  return (
    <SidePanel title={isNew ? t("newService") : (service?.name ?? "")} onClose={close}>
      <ProblemNote error={error} />
      {(isNew || service !== undefined) && <ServiceForm service={service} onDone={close} />}
    </SidePanel>
  );
}
