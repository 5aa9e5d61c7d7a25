import { linkToken, recordOfToken } from "./linkToken.ts";

/** The appointment to which a manage link gives access. */
export interface LinkedAppointment {
  readonly businessId: string;
  readonly appointmentId: string;
}

const PURPOSE = "manage links";

/** Returns the appointment of a manage link's token; undefined for an invalid token. */
export function appointmentOfToken(secret: string, token: string): LinkedAppointment | undefined {
  const linked = recordOfToken(secret, PURPOSE, token);
  return linked === undefined ? undefined : { businessId: linked.businessId, appointmentId: linked.id };
}

/** Returns the URL of a manage link. `address` is the base URL of the installation. */
export function manageUrl(
  address: string,
  secret: string,
  { businessId, appointmentId }: LinkedAppointment,
): string {
  return `${address}/m/${linkToken(secret, PURPOSE, { businessId, id: appointmentId })}`;
}
