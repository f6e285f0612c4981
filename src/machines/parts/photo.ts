/** What the upload of a photograph tells: how far it has come from 0 to 1, its id, or why it failed. */
export type PhotoNews =
  | { type: 'photo.progress'; done: number }
  | { type: 'photo.uploaded'; id: string }
  | { type: 'photo.failed'; error: unknown }
