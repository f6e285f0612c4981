/**
 * A challenge of ALTCHA's first protocol: find the number from 0 up to `maxnumber` that, appended to the salt, has the SHA-256 `challenge`.
 * `signature`: of the server.
 */
export type Captcha = { algorithm: string; challenge: string; maxnumber: number; salt: string; signature: string }

/** Numbers to try: half of them on average, a fraction of a second on a phone. */
export const CAPTCHA_NUMBER_MAX = 50_000
/** The header with the solution for a form with a file, which is checked before the form is read. */
export const CAPTCHA_HEADER = 'x-captcha'
/** How long a challenge is valid, in seconds. */
export const CAPTCHA_SECONDS = 300

/**
 * The solution among `count` numbers from `from` up; `undefined` if it is not among them.
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

/** The encoded solution of a challenge: base64 of JSON, as ALTCHA's own clients send it. */
export const captchaAnswer = ({ algorithm, challenge, salt, signature }: Captcha, number: number): string =>
  btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
