export { documentInForce, documentsToAgree, inForceNow, keepAgreements, LOAN_AGREEMENT } from './agreements.ts'
export { news } from './capability.ts'
export { ContentError, openLibrary } from './library.ts'
