export { deletePicture, pictureUrlOf, readLogo, replacePicture } from "./pictures.ts";
export { pictureRoutes } from "./routes.ts";
export { PICTURE_UPLOAD, PictureInput, PictureUrl } from "./schema.ts";
export { LOGO, processUpload, STAFF_PHOTO } from "./upload.ts";
