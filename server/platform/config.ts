import type { Logger } from 'pino'
import * as v from 'valibot'
import { nameSteps } from '../../src/rules/account/kyc.ts'
import { currencyOf } from '../../src/rules/money/currencies.ts'
import { parseMoney } from '../../src/rules/money/money.ts'
import { DAY_SECONDS } from '../../src/rules/money/paper-day.ts'
import { ruleNames } from '../../src/rules/profiles/terms.ts'
import { isProxyAddress } from './http/address.ts'

const whole = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

const decimal = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+(\.\d+)?$/, 'must be a number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

const url = (...schemes: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => {
        const parsed = URL.parse(text)
        return parsed !== null && schemes.includes(parsed.protocol)
      },
      `must be a URL that begins with ${schemes.join(' or ')}`,
    ),
  )

/** A path that a proxy, a cookie and a redirect read alike. Its first name may not be one of the server's own. */
const BASE_PATH = /^\/(?!(?:api|assets|desk|icons|\.well-known)(?:\/|$))(?:[\w.~-]+\/)*[\w.~-]*$/

/** URL of a site, which may be below a path. */
const siteUrl = v.pipe(
  url('http:', 'https:'),
  v.check(
    (text) => BASE_PATH.test(URL.parse(text)?.pathname ?? ''),
    'its path may have letters, digits and -._~ only, and not begin with a name of the server such as /api',
  ),
)

// Well below where the sum over all users would overflow a 64-bit integer.
const PAPER_BALANCE_MAX = 10_000_000

const MARKET = /^(simulated|replay:.+|live:[a-z0-9]+)$/
// At a lower speed, prices would be stale between two seconds of trades; at a higher one, nothing could be seen.
const REPLAY_SPEED_MIN = 0.1
const REPLAY_SPEED_MAX = 1_000

/** The settings, each with its default. docs/configuration.md describes them. */
const schema = v.object({
  PORT: v.optional(whole(0, 65_535), '8080'),
  HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  DATA_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), './data'),
  DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  REDIS_URL: v.optional(url('redis:', 'rediss:')),
  MARKET: v.optional(
    v.pipe(v.string(), v.regex(MARKET, 'must be simulated, replay:<file or folder> or live:<exchange>')),
    'simulated',
  ),
  REPLAY_SPEED: v.optional(decimal(REPLAY_SPEED_MIN, REPLAY_SPEED_MAX), '1'),
  REPLAY_END: v.optional(v.picklist(['stop', 'loop'], 'must be stop or loop'), 'stop'),
  REPLAY_FROM: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => Number.isFinite(Date.parse(text)), 'must be a date or a time such as 2026-01-01T08:00:00Z'),
      v.transform((text) => Date.parse(text)),
    ),
  ),
  MARKET_SEED: v.optional(v.pipe(v.string(), v.maxLength(64, 'must have at most 64 characters'))),
  PAPER_BALANCE: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => parseMoney(text, currencyOf('USDT').scale) !== undefined, 'must be an amount such as 10000'),
      v.check((text) => Number(text) <= PAPER_BALANCE_MAX, `must be at most ${PAPER_BALANCE_MAX}`),
    ),
    '10000',
  ),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    ),
    'info',
  ),
  WALLET_LOGIN: v.optional(v.picklist(['siwe', 'hash'], 'must be siwe or hash'), 'siwe'),
  WALLET_LOGIN_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  PUBLIC_URL: v.optional(siteUrl),
  CHAIN_RPC_URL: v.optional(url('http:', 'https:')),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url('http:', 'https:')),
  OTEL_SERVICE_NAME: v.optional(v.pipe(v.string(), v.minLength(1)), 'quoin'),
  TRACES_PER_SECOND: v.optional(whole(0, 1_000), '5'),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
      v.everyItem(isProxyAddress, 'must be addresses and networks such as 10.0.0.0/8, with commas between'),
    ),
    '',
  ),
  RULES: v.optional(v.picklist(ruleNames, `must be ${ruleNames.join(' or ')}`), 'paper'),
  REAL_NAME: v.optional(v.picklist(nameSteps, `must be ${nameSteps.join(' or ')}`), 'trading'),
  REVIEW_SECONDS: v.optional(whole(0, 86_400), '30'),
  CONFIRMATION_SECONDS: v.optional(whole(0, 3_600), '2'),
  PROVIDER_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))),
  // For sending and again for confirming: both within the 24 hours that users are promised.
  PAYOUT_SECONDS: v.optional(whole(0, 43_200), '10'),
  ADDRESS_WAIT_SECONDS: v.optional(whole(0, 604_800), String(DAY_SECONDS)),
  PAPER_DAY_SECONDS: v.optional(whole(1, DAY_SECONDS), String(DAY_SECONDS)),
  ADMIN_PORT: v.optional(whole(0, 65_535)),
  ADMIN_HOST: v.optional(v.pipe(v.string(), v.minLength(1)), '127.0.0.1'),
  ADMIN_URL: v.optional(siteUrl),
  ADMIN_SECOND_PERSON: v.optional(v.picklist(['yes', 'no'], 'must be yes or no'), 'no'),
  VAULT_KEY: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex digits'))),
  UPLOADS_DIR: v.optional(v.string()),
  SMTP_URL: v.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.includes('@', 'must be an e-mail address'))),
  SMS_URL: v.optional(url('http:', 'https:')),
  SMS_FROM: v.optional(v.pipe(v.string(), v.maxLength(32, 'must have at most 32 characters'))),
  VAPID_PRIVATE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be a private key of P-256: 32 bytes in base64url')),
  ),
  PUSH_HOSTS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
      v.everyItem(
        (host) => URL.parse(`https://${host}`)?.host === host,
        'must be hosts such as push.example.org, with commas between',
      ),
    ),
    '',
  ),
  SUPPORT_EMAIL: v.optional(v.pipe(v.string(), v.email('must be an e-mail address'))),
  SUPPORT_URL: v.optional(url('https:')),
  SECURITY_CONTACT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => v.is(v.pipe(v.string(), v.email()), text) || URL.parse(text)?.protocol === 'https:',
        'must be an e-mail address or a URL that begins with https:',
      ),
    ),
  ),
  S3_URL: v.optional(url('http:', 'https:')),
  S3_REGION: v.optional(v.pipe(v.string(), v.minLength(1)), 'us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
})

export type Config = v.InferOutput<typeof schema>

type Environment = Readonly<Record<string, string | undefined>>

/** Former names of settings, which work until the next release. */
const formerNames: Readonly<Record<string, keyof Config>> = {
  DESK_PORT: 'ADMIN_PORT',
  DESK_HOST: 'ADMIN_HOST',
  DESK_URL: 'ADMIN_URL',
  DESK_SECOND_PERSON: 'ADMIN_SECOND_PERSON',
}

/** An invalid setting. Its message is one line that names the setting. */
export class ConfigError extends Error {}

/** The settings of an environment, under their present names. An empty value counts as unset. */
function settingsOf(environment: Environment): Record<string, string> {
  const set = Object.entries(environment).filter((setting): setting is [string, string] => Boolean(setting[1]))
  const renamed = set.flatMap(([name, value]) => (formerNames[name] ? [[formerNames[name], value]] : []))
  return Object.fromEntries([...renamed, ...set])
}

/** Warns of each setting that has its former name. */
export function warnOfFormerNames(environment: Environment, log: Pick<Logger, 'warn'>): void {
  for (const [former, name] of Object.entries(formerNames)) {
    if (environment[former]) log.warn(`${former} is now named ${name}: the next release ignores the former name`)
  }
}

/**
 * Reads the settings from an environment. An empty value counts as unset. A former name works where the present one is unset.
 *
 * @throws ConfigError with one line for the first invalid setting
 */
export function readConfig(environment: Environment): Config {
  const result = v.safeParse(schema, settingsOf(environment), { abortEarly: true })
  if (!result.success) {
    const [issue] = result.issues
    throw new ConfigError(`${v.getDotPath(issue)}: ${issue.message}`)
  }
  const config = result.output
  if (config.WALLET_LOGIN === 'hash' && !config.WALLET_LOGIN_SECRET) {
    throw new ConfigError('WALLET_LOGIN_SECRET: must be set where WALLET_LOGIN is hash')
  }
  for (const key of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (config.S3_URL && !config[key]) throw new ConfigError(`${key}: must be set where S3_URL is`)
  }
  for (const [key, sender] of [
    ['MAIL_FROM', 'SMTP_URL'],
    ['SMS_FROM', 'SMS_URL'],
  ] as const) {
    if (config[sender] && !config[key]) throw new ConfigError(`${key}: must be set where ${sender} is`)
  }
  if (config.ADMIN_PORT !== undefined && config.ADMIN_PORT !== 0 && config.ADMIN_PORT === config.PORT) {
    throw new ConfigError('ADMIN_PORT: must be another port than PORT')
  }
  if (
    config.ADMIN_URL &&
    config.PUBLIC_URL &&
    URL.parse(config.ADMIN_URL)?.host === URL.parse(config.PUBLIC_URL)?.host
  ) {
    throw new ConfigError('ADMIN_URL: must be at another host or port than PUBLIC_URL')
  }
  if (config.REDIS_URL) requireShared(config)
  return config
}

/** Several nodes need one database, one key, and one photograph store. */
function requireShared({ DATABASE_URL, VAULT_KEY, S3_URL, UPLOADS_DIR }: Config): void {
  if (!DATABASE_URL) throw new ConfigError('DATABASE_URL: must be set where REDIS_URL is')
  if (!VAULT_KEY) throw new ConfigError('VAULT_KEY: must be set where REDIS_URL is, to the same on every node')
  if (!S3_URL && !UPLOADS_DIR) {
    throw new ConfigError('S3_URL or UPLOADS_DIR: must be set where REDIS_URL is, to the same place on every node')
  }
}

/** The profile of rules as calls name it: `undefined` for `paper`, which needs no word. */
export const shownRules = ({ RULES }: Pick<Config, 'RULES'>): Config['RULES'] | undefined =>
  RULES === 'paper' ? undefined : RULES
