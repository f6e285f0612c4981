export { kycRoutes } from './routes.ts'
export {
  type Decision,
  decideVerification,
  listVerifications,
  requireVerified,
  showVerification,
  verificationOf,
} from './verifications.ts'
export { kycWork } from './work.ts'
