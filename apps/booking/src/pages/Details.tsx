import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";
import { Field, Heading, HoldTimer, Notice } from "./parts.tsx";
import { ShortSummary } from "./Summary.tsx";

type ClientField = PageProps["visit"]["business"]["client_fields"][number];

/** Asks for the details of a new client, including the client fields that the business has defined. */
export function DetailsPage(props: PageProps) {
  const { visit, sealed, fields } = props;
  const { t, slug, progress, business } = visit;
  const { details } = progress;
  return (
    <main class="column">
      <Heading visit={visit} step="contact">
        {t("yourDetails")}
      </Heading>
      <Notice visit={visit} />
      <ShortSummary {...props} />
      <HoldTimer {...props} step="details" />
      <form method="post" action={`/b/${slug}/details`} class="card">
        <Hidden fields={fields} sealed={sealed} />
        <div class="pair">
          <Field visit={visit} name="first_name" label={t("firstName")}>
            {(input) => (
              <input
                {...input}
                autocomplete="given-name"
                maxlength={120}
                required
                value={details?.firstName ?? ""}
              />
            )}
          </Field>
          <Field visit={visit} name="last_name" label={t("lastName")}>
            {(input) => (
              <input
                {...input}
                autocomplete="family-name"
                maxlength={120}
                required
                value={details?.lastName ?? ""}
              />
            )}
          </Field>
        </div>
        {progress.channel === "phone" ? (
          <Field visit={visit} name="email" label={t("email")} hint={t("emailForConfirmation")} isOptional>
            {(input) => (
              <input
                {...input}
                type="email"
                autocomplete="email"
                maxlength={254}
                value={details?.email ?? ""}
              />
            )}
          </Field>
        ) : (
          <Field visit={visit} name="phone" label={t("phone")} isOptional>
            {(input) => (
              <input {...input} type="tel" autocomplete="tel" maxlength={30} value={details?.phone ?? ""} />
            )}
          </Field>
        )}
        {business.client_fields.map((field) => (
          <CustomField key={field.id} visit={visit} field={field} />
        ))}
        <button type="submit" class="primary">
          {t("continue")}
        </button>
      </form>
    </main>
  );
}

function CustomField({ visit, field }: { readonly visit: PageProps["visit"]; readonly field: ClientField }) {
  const { t, progress } = visit;
  const value = progress.details?.fields[field.id] ?? "";
  const name = `field.${field.id}`;
  if (field.type === "yes_no")
    return (
      <Field visit={visit} name={name} label={field.label} isOptional={!field.required}>
        {(input) => (
          <select {...input} required={field.required}>
            <option value="">{t("choose")}</option>
            <option value="true" selected={value === "true"}>
              {t("yes")}
            </option>
            <option value="false" selected={value === "false"}>
              {t("no")}
            </option>
          </select>
        )}
      </Field>
    );
  if (field.type === "choice")
    return (
      <Field visit={visit} name={name} label={field.label} isOptional={!field.required}>
        {(input) => (
          <select {...input} required={field.required}>
            <option value="">{t("choose")}</option>
            {field.options.map((option) => (
              <option value={option} selected={option === value} key={option}>
                {option}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  return (
    <Field visit={visit} name={name} label={field.label} isOptional={!field.required}>
      {(input) => (
        <input
          {...({ ...input, type: field.type === "date" ? "date" : "text" } as object)}
          maxlength={500}
          required={field.required}
          value={value}
        />
      )}
    </Field>
  );
}
