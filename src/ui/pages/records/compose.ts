import { inject } from '../../../machines/actors/call.ts'

export const compose = () =>
  // Loaded with the CSV writer when a user first saves.
  inject({ saveRecords: async (all) => (await import('./save-records.ts')).saveRecords(all) })
