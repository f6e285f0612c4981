/**
 * A task of ALTCHA's first protocol: which number from 0 up to `maxnumber` stands behind the salt, where their SHA-256 is `challenge`.
 * `signature`: of whoever set it.
 */
export type Captcha = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }

/** Numbers there are to try: half of them on the average, a fraction of a second on a phone. */
export const CAPTCHA_NUMBER_MAX = 50_000
/** The header that carries a solution beside a form with a file, which is looked at before the form is read. */
export const CAPTCHA_HEADER = 'x-captcha'
/** How long a task may be answered, in seconds. */
export const CAPTCHA_SECONDS = 300

/**
 * The number behind the salt among `count` of them from `from` up; `undefined` where it is none of these.
 *
 * @param sha256 lower-case hex SHA-256 of a text's UTF-8 bytes
 */
export function solveCaptcha(
  { challenge, salt }: Pick<Captcha, 'challenge' | 'salt'>,
  [from, count]: readonly [from: number, count: number],
  sha256: (text: string) => string,
): number | undefined {
  for (let number = from; number < from + count; number++) if (sha256(`${salt}${number}`) === challenge) return number
  return undefined
}

/** What is sent for a task that was solved: base64 of JSON, as ALTCHA's own clients send it. */
export const captchaAnswer = ({ algorithm, challenge, salt, signature }: Captcha, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
