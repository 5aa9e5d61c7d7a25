import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { Icon } from "../../../ui/Icon.tsx";

/** Warns that the business has no payment account that accepts charges. Renders nothing otherwise. */
export function AccountWarning({ text }: { readonly text: string }) {
  const { id: business } = useBusiness();
  const { data } = useQuery({
    queryKey: [business, "settings", "payment-account"],
    queryFn: () => api.payments.getAccount({ path: { business } }),
  });
  if (data === undefined || data.charges_enabled) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="alert" />} role="status">
      {text}
    </Alert>
  );
}
