export { erasePhotosOf, exportPhotos, movePhotos } from "./clientPhotos.ts";
export { createPhoto, storeImage } from "./createPhoto.ts";
export { deleteDiscardedBlobs } from "./deleteDiscardedBlobs.ts";
export { photoJobs } from "./jobs.ts";
export { createPhotoStorage, NO_PHOTO_STORAGE, type PhotoStorage } from "./photoStorage.ts";
export { photoRoutes } from "./routes.ts";
export { Photo } from "./schema.ts";
