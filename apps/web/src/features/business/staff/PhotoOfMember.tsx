import { picturesTexts } from "@daybook/i18n/pictures";
import type { StaffMember } from "@daybook/sdk";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { Face } from "../../../ui/Face.tsx";
import { PictureField } from "../../../ui/pictures/PictureField.tsx";

/** Shows, replaces and deletes the photo of a staff member. */
export function PhotoOfMember({ member }: { readonly member: StaffMember }) {
  const t = useText(picturesTexts);
  const { id: business } = useBusiness();
  const path = { business, staff: member.id };
  return (
    <PictureField
      label={t("photo")}
      hint={t("photoHint")}
      crop={{ shapes: ["square"], maxWidth: 768, maxHeight: 768 }}
      hasPicture={member.photo_url !== null}
      changes={["staff"]}
      replace={{
        operation: "replaceStaffPhoto",
        run: (file) => api.photos.replaceOfStaff({ path, file }),
      }}
      remove={{ operation: "deleteStaffPhoto", run: () => api.staff.deletePhoto({ path }) }}
    >
      <Face name={member.display_name} photo={member.photo_url} color={member.color} size={72} />
    </PictureField>
  );
}
