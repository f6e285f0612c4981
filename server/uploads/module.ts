import type { Module } from '../module.ts'
import { uploadRoutes } from './routes.ts'
import { photosOf, sweepPhotos } from './uploads.ts'

export { claimPhoto, othersLike, photosBy, removePhotos, UNUSED_SECONDS } from './uploads.ts'

/** Uploaded photographs, for every module that needs one. */
export const uploads: Module = {
  name: 'uploads',
  routes: ({ relief }) => uploadRoutes(relief),
  jobs: (platform) => [{ name: 'sweep of photographs', run: () => sweepPhotos(platform) }],
  exports: { photographs: (platform, { userId }, limit) => photosOf(platform, userId, limit) },
}
