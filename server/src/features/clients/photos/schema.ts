import { type Static, Type } from "typebox";
import {
  CreatedAt,
  DateTime,
  Id,
  input,
  LocalDate,
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
  description: "Whether the client agrees to the use of the photo; false: they were asked and said no",
});
const ConsentDate = { ...LocalDate, description: "The day on which the client said so" };
const Scope = words(
  ["record", "marketing"],
  "For the client's record alone, or also to be shown to others. Without consent a photo is for the record alone",
);
const TakenAt = { ...DateTime, description: "When it was taken. UTC in answers" };

/** Contract §3, "photo". */
export const Photo = record("Photo", "A photo in a client's file", {
  id: Id,
  client_id: Id,
  appointment_id: nullable(Id, "The visit it was taken at"),
  stage: Stage,
  taken_at: TakenAt,
  image_use_consent: Type.Object(
    {
      given: Given,
      date: ConsentDate,
      scope: Scope,
      withdrawn_at: nullable({
        ...DateTime,
        description:
          "Since when the consent no longer holds, in UTC: the photo stays in the record and is shown nowhere else",
      }),
    },
    { additionalProperties: false, description: "What the client said to the use of the photo" },
  ),
  url: Type.String({
    description: "Opens the picture, without a key, until `url_expires_at`",
    examples: ["https://book.example.com/api/v1/public/photos/kD3vUq0mX8"],
  }),
  url_expires_at: { ...DateTime, description: "10 minutes after this answer. UTC" },
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type PhotoRecord = Static<typeof Photo>;

export const PhotoPage = page("PhotoPage", Photo);
export const PhotoQuery = query(pageQuery());

export const PhotoInput = input("PhotoInput", "What is said of a photo beside the picture itself", {
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
  appointment_id: Type.Optional({ ...Id, description: "A visit of this client" }),
});
export type NewPhotoInput = Static<typeof PhotoInput>;

export const PhotoChanges = input("PhotoChanges", "Changes to a photo: what is absent stays", {
  stage: Type.Optional(Stage),
  taken_at: Type.Optional(TakenAt),
  consent: Type.Optional(
    Type.Object(
      {
        given: Type.Optional(Given),
        date: Type.Optional(ConsentDate),
        scope: Type.Optional(Scope),
        withdrawn: Type.Optional(
          Type.Boolean({
            description:
              "True withdraws the consent from now on. False makes it hold again, and takes the `date` on which it was given anew",
          }),
        ),
      },
      {
        additionalProperties: false,
        description: "Changes to the consent: what is absent stays",
        examples: [{ scope: "marketing" }],
      },
    ),
  ),
});
export type PhotoChangeInput = Static<typeof PhotoChanges>;
