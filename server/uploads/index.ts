export { uploads } from './capability.ts'
export { claimPhoto, othersLike, photosBy, removePhotos, UNUSED_SECONDS } from './uploads.ts'
