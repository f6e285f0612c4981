// The account and its security, in one chunk: one leads to the other.
export { SecurityPage } from '../security/security.tsx'
export { AccountPage } from './account.tsx'
