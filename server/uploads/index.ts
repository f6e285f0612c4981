export { uploads } from './capability.ts'
export { claimPhoto, othersLike, UNUSED_SECONDS } from './uploads.ts'
