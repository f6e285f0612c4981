import type { Profile } from './terms.ts'

/** No rules beyond the terms of the products: all of them on paper money, to learn from. */
export const paper: Profile = { leverageMax: null, closeOutBps: null, timedOptions: true, lossWarning: null }
