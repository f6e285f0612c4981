/** Maximum length of a note on a record, in UTF-16 code units. */
export const NOTE_LENGTH_MAX = 200
