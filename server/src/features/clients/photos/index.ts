export { addPhoto, storePicture } from "./addPhoto.ts";
export { type Album, NO_ALBUM, openAlbum } from "./album.ts";
export { photoJobs } from "./jobs.ts";
export { erasePhotosOf, exportPhotos, movePhotos } from "./ofClient.ts";
export { removeDeletedBlobs } from "./removeDeletedBlobs.ts";
export { photoRoutes } from "./routes.ts";
export { Photo } from "./schema.ts";
