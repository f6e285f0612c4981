export { kycRoutes } from './routes.ts'
export { type Decision, decideVerification, requireVerified, verificationOf } from './verifications.ts'
export { kycWork } from './work.ts'
