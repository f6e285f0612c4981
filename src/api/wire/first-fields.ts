import * as v from 'valibot'

// The fields that the first screen needs, in a file of their own, because the bundle contains whole modules.

/** The product's language codes, in the order in which the language page lists them. English is the default. */
export const langs = ['en', 'zh', 'hk', 'es', 'it', 'jp', 'ko', 'pt', 'vn'] as const
export type Lang = (typeof langs)[number]

export const lang = v.picklist(langs)

/** A plain, non-negative decimal: no sign, exponent, spaces or separators. */
export const amount = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/), v.maxLength(37))

/** A plain decimal that may be below zero. */
export const signedAmount = v.pipe(v.string(), v.regex(/^-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/), v.maxLength(38))

/** Whole seconds since the epoch. */
export const seconds = v.pipe(v.number(), v.integer())

/** Milliseconds since the epoch: on ticks only. */
export const millis = v.pipe(v.number(), v.integer())

/** An id that the server made. */
export const id = v.pipe(v.string(), v.regex(/^[0-9A-Za-z_-]{8,64}$/))

export const symbol = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,12}$/))
export const currency = v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,10}$/))
export const nothing = v.object({})
export const done = v.null()
