export { documentsToAgree, keepAgreements } from './agreements.ts'
export { news } from './capability.ts'
