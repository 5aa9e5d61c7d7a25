import { errorsTexts } from "@daybook/i18n/errors";
import { ApiError } from "@daybook/sdk";
import { useText } from "../base/language.tsx";

/** The message about a failed request, and whether a retry can succeed. */
export interface Problem {
  readonly text: string;
  readonly canRetry: boolean;
  /** The request id. An administrator can search the server's log for it. */
  readonly requestId?: string;
}

/** Returns a function that converts an error to a message in the user's language. */
export function useProblemOf(): (error: unknown) => Problem {
  const t = useText(errorsTexts);
  return (error) => {
    // `fetch` throws a TypeError for a failed connection.
    if (!(error instanceof ApiError)) {
      const isNetwork = error instanceof TypeError;
      return { text: t(isNetwork ? "offline" : "server"), canRetry: true };
    }
    const about = error.requestId === undefined ? {} : { requestId: error.requestId };
    if (error.status >= 500)
      return { text: t(error.status === 503 ? "busy" : "server"), canRetry: true, ...about };
    switch (error.code) {
      case "rate_limited":
        return { text: t("busy"), canRetry: true };
      case "forbidden_role":
        return { text: t("role"), canRetry: false };
      case "not_found":
        return { text: t("notFound"), canRetry: false };
      case "validation_failed":
        return { text: t("fields"), canRetry: false };
      case "version_mismatch":
        return { text: t("changed"), canRetry: false };
      case "time_conflict":
        return { text: t("conflict"), canRetry: false };
      case "invalid_transition":
        return { text: t("state"), canRetry: false };
      default:
        return { text: t("refused", { reason: error.message }), canRetry: false, ...about };
    }
  };
}
