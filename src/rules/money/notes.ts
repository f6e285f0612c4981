/** Maximum length of a note on a record, in UTF-16 code units. */
export const NOTE_LENGTH_MAX = 200

/** Maximum length of what records are searched by. */
export const SEARCH_LENGTH_MAX = 64
