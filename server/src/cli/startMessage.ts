import type { LoadedDemo } from "../demo/index.ts";
import { hasAnyUser } from "../features/access/accounts/index.ts";
import { firstAccountToken } from "../features/access/sessions/index.ts";
import { SCOPES } from "../kernel/scopes.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log/index.ts";
import type { Installation } from "./prepareInstallation.ts";
import type { Tasks } from "./tasks.ts";
import { warnAboutExposure, warnAboutWebhookTargets } from "./warnings.ts";

/** The data for the warnings and the start message. */
export interface Announcement {
  readonly tasks: Tasks;
  readonly config: Config;
  readonly log: Pick<Log, "warn">;
  /** The address on which the server listens. For a worker, the address of its health checks; undefined if no port is set. */
  readonly address: string | undefined;
  readonly installation: Installation;
}

/**
 * Logs warnings about settings, and prints the start message to stdout. Prints the link for the first account if there is no
 * account and sign-up needs an invitation.
 */
export async function announceStart({
  tasks,
  config,
  log,
  address,
  installation,
}: Announcement): Promise<void> {
  const { database, secret, demo } = installation;
  warnAboutWebhookTargets(config, log.warn);
  warnAboutExposure(config, log.warn);
  if (tasks.web && config.signUp === "invited" && !(await hasAnyUser(database)))
    console.log(
      `There is no account yet. Create the first one with daybook business create, or once with this link:\n  ${config.publicUrl ?? address}/first-account?token=${firstAccountToken(secret)}\n`,
    );
  console.log(startMessage(tasks, tasks.web ? (config.publicUrl ?? address) : address, demo));
}

function startMessage(tasks: Tasks, address: string | undefined, demo: LoadedDemo | undefined): string {
  if (!tasks.web) return `Daybook's worker is ready${address === undefined ? "" : ` at ${address}`}\n`;
  const lines = [`Daybook is ready at ${address}`, "", `Open the app: ${address}/app`];
  if (demo) {
    lines.push(
      `The demo salon's booking page: ${address}/b/${demo.slug}`,
      "",
      "A demo salon was loaded. The logins of its owner and of the other roles, shown only once:",
      ...demo.logins.map(({ email, password, role }) => `  ${email}  ${password}  (${role})`),
      "",
      "Its API key, also shown only once:",
      `  ${demo.key}`,
      "Try it:",
      `  curl -H "Authorization: Bearer ${demo.key}" ${address}/api/v1/businesses/${demo.businessId}/services`,
    );
  } else {
    lines.push(
      "",
      "To create a key (ID_OR_SLUG is your business, demo-salon if you keep the demo):",
      `  npm run daybook -- key create --business ID_OR_SLUG --label "My key" --scopes ${SCOPES.join(",")}`,
    );
  }
  if (!tasks.worker) lines.push("", "Webhooks and e-mails are sent by daybook worker: run it as well.");
  return `${lines.join("\n")}\n`;
}
