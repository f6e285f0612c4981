/** Events of a photograph's upload: progress from 0 to 1, its id, or its error. */
export type PhotoNews =
  | { type: 'photo.progress'; done: number }
  | { type: 'photo.uploaded'; id: string }
  | { type: 'photo.failed'; error: unknown }
