import { picturesTexts } from "@daybook/i18n/pictures";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PictureField } from "../../../ui/pictures/PictureField.tsx";
import classes from "./BookingPage.module.css";

export function LogoField({ logo }: { readonly logo: string | null }) {
  const t = useText(picturesTexts);
  const { id: business } = useBusiness();
  const path = { business };
  return (
    <PictureField
      label={t("logo")}
      hint={t("logoHint")}
      crop={{ shapes: ["original", "wide", "square"], maxWidth: 1280, maxHeight: 480 }}
      hasPicture={logo !== null}
      changes={["settings"]}
      replace={{ operation: "replaceLogo", run: (file) => api.photos.replaceLogo({ path, file }) }}
      remove={{ operation: "deleteLogo", run: () => api.bookingPage.deleteLogo({ path }) }}
    >
      <span className={classes.logo}>
        {logo === null ? <Icon name="photo" size={24} /> : <img src={logo} alt="" />}
      </span>
    </PictureField>
  );
}
