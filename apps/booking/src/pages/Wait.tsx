import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";
import { Heading } from "./parts.tsx";

/**
 * Shows a waiting page when the API requires a proof of work. The script solves the proof of work and submits the form. Without the script,
 * a button appears after a few seconds.
 */
export function Wait({ visit, sealed, fields }: PageProps) {
  const { t, slug, progress, files } = visit;
  return (
    <main class="column">
      <Heading visit={visit}>{t("waiting")}</Heading>
      <p class="soft">{t("waitingHint")}</p>
      <form
        method="post"
        action={`/b/${slug}/wait`}
        data-challenge={progress.waiting?.challenge}
        data-solver={files.solver}
      >
        <Hidden fields={fields} sealed={sealed} />
        <input type="hidden" name="proof" value="" />
        <button type="submit" class="primary later">
          {t("continue")}
        </button>
      </form>
    </main>
  );
}
