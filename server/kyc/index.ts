export { kycRoutes } from './routes.ts'
export { photosOf } from './uploads.ts'
export {
  type Decision,
  decideVerification,
  listVerifications,
  requireVerified,
  showVerification,
  verificationOf,
  verificationsOf,
} from './verifications.ts'
export { kycWork } from './work.ts'
