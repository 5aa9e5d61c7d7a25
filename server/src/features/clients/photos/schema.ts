import { type Static, Type } from "typebox";
import {
  CreatedAt,
  DateTime,
  Id,
  input,
  LocalDate,
  line,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";

const Stage = words(["before", "after"], "Taken before the treatment or after it");
const Given = Type.Boolean({
  description: "Whether the client consents to the use of the photo. False: the client refused",
});
const ConsentDate = { ...LocalDate, description: "The date of the client's answer" };
const Scope = words(
  ["record", "marketing"],
  "`record`: only for the client's record. `marketing`: may also be shown to other people; requires consent",
);
const TakenAt = { ...DateTime, description: "When the photo was taken. UTC in responses" };

function signedUrl(size: string) {
  return Type.String({
    description: `${size}. Opens without a key until \`url_expires_at\``,
    examples: ["https://book.example.com/api/v1/public/photos/kD3vUq0mX8"],
  });
}

/** The API record of a photo (contract §3). */
export const Photo = record("Photo", "A photo of a client", {
  id: Id,
  client_id: Id,
  appointment_id: nullable(Id, "The appointment at which the photo was taken"),
  stage: Stage,
  taken_at: TakenAt,
  caption: nullable(
    Type.String({ description: "Caption; null without one", examples: ["Balayage, 6.1 and 9 %"] }),
  ),
  image_use_consent: Type.Object(
    {
      given: Given,
      date: ConsentDate,
      scope: Scope,
      withdrawn_at: nullable({
        ...DateTime,
        description:
          "When the client withdrew the consent, in UTC. The photo stays in the client's record and must not be used elsewhere",
      }),
    },
    { additionalProperties: false, description: "The client's consent to the use of the photo" },
  ),
  url: signedUrl("Full size, upright, as JPEG, PNG or WebP without metadata"),
  preview_url: signedUrl(
    "WebP of at most 1,280 pixels on each side. Full size for photos stored without a preview",
  ),
  thumbnail_url: signedUrl(
    "WebP of at most 320 pixels on each side. Full size for photos stored without a thumbnail",
  ),
  url_expires_at: {
    ...DateTime,
    description: "When the URLs expire: 10 minutes after this response, in UTC",
  },
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type PhotoRecord = Static<typeof Photo>;

const CaptionInput = line(500, "Caption; empty clears it");

export const PhotoPage = page("PhotoPage", Photo);
export const PhotoQuery = query(pageQuery());

export const PhotoInput = input("PhotoInput", "The data of a new photo, sent with the image", {
  stage: Stage,
  taken_at: TakenAt,
  consent: Type.Object(
    { given: Given, date: ConsentDate, scope: Type.Optional({ ...Scope, default: "record" }) },
    {
      additionalProperties: false,
      description: "The client's consent to the use of the photo, as JSON",
      examples: [{ given: true, date: "2027-03-29", scope: "record" }],
    },
  ),
  appointment_id: Type.Optional({ ...Id, description: "An appointment of this client" }),
  caption: Type.Optional(CaptionInput),
});
export type PhotoInput = Static<typeof PhotoInput>;

export const PhotoChanges = input("PhotoChanges", "Changes to a photo. Absent fields stay as they are", {
  stage: Type.Optional(Stage),
  taken_at: Type.Optional(TakenAt),
  caption: Type.Optional(nullable(CaptionInput)),
  consent: Type.Optional(
    Type.Object(
      {
        given: Type.Optional(Given),
        date: Type.Optional(ConsentDate),
        scope: Type.Optional(Scope),
        withdrawn: Type.Optional(
          Type.Boolean({
            description:
              "True withdraws the consent now. False renews a withdrawn consent and requires the new `date`",
          }),
        ),
      },
      {
        additionalProperties: false,
        description: "Changes to the consent. Absent fields stay as they are",
        examples: [{ scope: "marketing" }],
      },
    ),
  ),
});
export type PhotoChanges = Static<typeof PhotoChanges>;
