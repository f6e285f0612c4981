import { describe, expect, it, vi } from 'vitest'
import { ConfigError, readConfig, warnOfFormerNames } from '../../../server/platform/config.ts'

const NO_BASE = 'its path may have letters, digits and -._~ only, and not begin with a name of the server such as /api'

describe('config: the settings', () => {
  it('have defaults', () => {
    expect(readConfig({})).toEqual({
      PORT: 8080,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      MARKET: 'simulated',
      REPLAY_SPEED: 1,
      REPLAY_END: 'stop',
      PAPER_BALANCE: '10000',
      LOG_LEVEL: 'info',
      WALLET_LOGIN: 'siwe',
      TRUST_PROXY: [],
      PUSH_HOSTS: [],
      OTEL_SERVICE_NAME: 'quoin',
      TRACES_PER_SECOND: 5,
      RULES: 'paper',
      REAL_NAME: 'trading',
      REVIEW_SECONDS: 30,
      CONFIRMATION_SECONDS: 2,
      PAPER_DAY_SECONDS: 86_400,
      PAYOUT_SECONDS: 10,
      ADDRESS_WAIT_SECONDS: 86_400,
      S3_REGION: 'us-east-1',
      ADMIN_HOST: '127.0.0.1',
      ADMIN_SECOND_PERSON: 'no',
    })
  })

  it('count as unset if empty, and ignore the rest of the environment', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', PATH: '/bin', HOME: '/root' })).toEqual(readConfig({}))
  })

  it('are taken from the environment', () => {
    const environment = {
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/var/lib/quoin',
      DATABASE_URL: 'postgres://someone:secret@db.example/quoin',
      MARKET: 'replay:/var/lib/january: the first week',
      REPLAY_SPEED: '2.5',
      REPLAY_END: 'loop',
      REPLAY_FROM: '2026-01-01',
      MARKET_SEED: 'another',
      PAPER_BALANCE: '250.5',
      LOG_LEVEL: 'silent',
      WALLET_LOGIN: 'hash',
      WALLET_LOGIN_SECRET: 'sixteen letters!',
      PUBLIC_URL: 'https://quoin.example',
      CHAIN_RPC_URL: 'https://node.example/key',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32,',
      VAPID_PRIVATE_KEY: 'k'.repeat(43),
      PUSH_HOSTS: 'push.example:8443, other.example',
      REAL_NAME: 'withdrawal',
      REVIEW_SECONDS: '86400',
      CONFIRMATION_SECONDS: '0',
      PAPER_DAY_SECONDS: '60',
      PROVIDER_SECRET: 'p'.repeat(32),
      PAYOUT_SECONDS: '600',
      ADDRESS_WAIT_SECONDS: '604800',
      VAULT_KEY: 'ab'.repeat(32),
      REDIS_URL: 'rediss://redis.example:6380',
      UPLOADS_DIR: '/mnt/photos',
      SMTP_URL: 'smtps://quoin:secret@mail.example',
      MAIL_FROM: 'Quoin <codes@quoin.example>',
      SMS_URL: 'https://AC1:token@sms.example/Messages.json',
      SMS_FROM: 'Quoin',
      S3_URL: 'https://s3.example/quoin',
      S3_REGION: 'auto',
      S3_ACCESS_KEY_ID: 'quoin',
      S3_SECRET_ACCESS_KEY: 'secret',
      ADMIN_PORT: '8090',
      ADMIN_HOST: '::1',
      ADMIN_URL: 'https://admin.example',
      ADMIN_SECOND_PERSON: 'yes',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318',
      OTEL_SERVICE_NAME: 'quoin-staging',
      TRACES_PER_SECOND: '0',
      RULES: 'eu-retail',
    }
    expect(readConfig(environment)).toEqual({
      ...environment,
      PORT: 0,
      ADMIN_PORT: 8090,
      TRACES_PER_SECOND: 0,
      REPLAY_SPEED: 2.5,
      REPLAY_FROM: Date.UTC(2026, 0, 1),
      REVIEW_SECONDS: 86_400,
      CONFIRMATION_SECONDS: 0,
      PAPER_DAY_SECONDS: 60,
      PROVIDER_SECRET: 'p'.repeat(32),
      PAYOUT_SECONDS: 600,
      ADDRESS_WAIT_SECONDS: 604_800,
      PUSH_HOSTS: ['push.example:8443', 'other.example'],
      TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
    })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: must be a whole number'],
    [{ PORT: '80.5' }, 'PORT: must be a whole number'],
    [{ S3_URL: 'https://s3.example/quoin' }, 'S3_ACCESS_KEY_ID: must be set where S3_URL is'],
    [{ PORT: '-1' }, 'PORT: must be a whole number'],
    [{ PORT: '65536' }, 'PORT: must be at most 65535'],
    [
      { DATABASE_URL: 'mysql://user:secret@db/quoin' },
      'DATABASE_URL: must be a URL that begins with postgres: or postgresql:',
    ],
    [{ DATABASE_URL: 'quoin' }, 'DATABASE_URL: must be a URL that begins with postgres: or postgresql:'],
    ...['replay', 'replay:', 'simulated:quoin', 'real', 'live', 'live:', 'live:../binance'].map(
      (MARKET): [Record<string, string>, string] => [
        { MARKET },
        'MARKET: must be simulated, replay:<file or folder> or live:<exchange>',
      ],
    ),
    [{ REPLAY_SPEED: 'fast' }, 'REPLAY_SPEED: must be a number'],
    [{ REPLAY_SPEED: '0' }, 'REPLAY_SPEED: must be at least 0.1'],
    [{ REPLAY_SPEED: '1001' }, 'REPLAY_SPEED: must be at most 1000'],
    [{ REPLAY_END: 'again' }, 'REPLAY_END: must be stop or loop'],
    [{ REPLAY_FROM: 'noon' }, 'REPLAY_FROM: must be a date or a time such as 2026-01-01T08:00:00Z'],
    [{ MARKET_SEED: 'x'.repeat(65) }, 'MARKET_SEED: must have at most 64 characters'],
    [{ PAPER_BALANCE: '1e5' }, 'PAPER_BALANCE: must be an amount such as 10000'],
    [{ PAPER_BALANCE: '-5' }, 'PAPER_BALANCE: must be an amount such as 10000'],
    [{ PAPER_BALANCE: '1.1234567' }, 'PAPER_BALANCE: must be an amount such as 10000'],
    [{ PAPER_BALANCE: '10000001' }, 'PAPER_BALANCE: must be at most 10000000'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be trace, debug, info, warn, error, fatal or silent'],
    [{ WALLET_LOGIN: 'none' }, 'WALLET_LOGIN: must be siwe or hash'],
    [{ WALLET_LOGIN: 'hash' }, 'WALLET_LOGIN_SECRET: must be set where WALLET_LOGIN is hash'],
    [{ WALLET_LOGIN: 'hash', WALLET_LOGIN_SECRET: 'short' }, 'WALLET_LOGIN_SECRET: must have at least 16 characters'],
    [{ PUBLIC_URL: 'quoin.example' }, 'PUBLIC_URL: must be a URL that begins with http: or https:'],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL: must be a URL that begins with http: or https:'],
    [{ PUBLIC_URL: 'https://quoin.example/api/' }, `PUBLIC_URL: ${NO_BASE}`],
    [{ PUBLIC_URL: 'https://quoin.example/a//b/' }, `PUBLIC_URL: ${NO_BASE}`],
    [{ ADMIN_URL: 'https://quoin.example/a%20b' }, `ADMIN_URL: ${NO_BASE}`],
    [{ REAL_NAME: 'never' }, 'REAL_NAME: must be trading or withdrawal'],
    [{ REVIEW_SECONDS: '86401' }, 'REVIEW_SECONDS: must be at most 86400'],
    [{ CONFIRMATION_SECONDS: '3601' }, 'CONFIRMATION_SECONDS: must be at most 3600'],
    [{ PAPER_DAY_SECONDS: '0' }, 'PAPER_DAY_SECONDS: must be at least 1'],
    [{ PAPER_DAY_SECONDS: '86401' }, 'PAPER_DAY_SECONDS: must be at most 86400'],
    [{ PROVIDER_SECRET: 'p'.repeat(31) }, 'PROVIDER_SECRET: must have at least 32 characters'],
    [{ PAYOUT_SECONDS: '43201' }, 'PAYOUT_SECONDS: must be at most 43200'],
    [{ ADDRESS_WAIT_SECONDS: '604801' }, 'ADDRESS_WAIT_SECONDS: must be at most 604800'],
    [{ ADMIN_PORT: '8080' }, 'ADMIN_PORT: must be another port than PORT'],
    [{ ADMIN_SECOND_PERSON: 'maybe' }, 'ADMIN_SECOND_PERSON: must be yes or no'],
    [
      { ADMIN_URL: 'https://quoin.example/admin', PUBLIC_URL: 'https://quoin.example' },
      'ADMIN_URL: must be at another host or port than PUBLIC_URL',
    ],
    [{ VAPID_PRIVATE_KEY: 'secret' }, 'VAPID_PRIVATE_KEY: must be a private key of P-256: 32 bytes in base64url'],
    [{ PUSH_HOSTS: 'https://push.example' }, 'PUSH_HOSTS: must be hosts such as push.example.org, with commas between'],
    [{ VAULT_KEY: 'secret' }, 'VAULT_KEY: must be 64 hex digits'],
    [{ REDIS_URL: 'redis.example' }, 'REDIS_URL: must be a URL that begins with redis: or rediss:'],
    [{ REDIS_URL: 'redis://redis.example' }, 'DATABASE_URL: must be set where REDIS_URL is'],
    [
      { REDIS_URL: 'redis://redis.example', DATABASE_URL: 'postgres://db.example/quoin' },
      'VAULT_KEY: must be set where REDIS_URL is, to the same on every node',
    ],
    [
      {
        REDIS_URL: 'redis://redis.example',
        DATABASE_URL: 'postgres://db.example/quoin',
        VAULT_KEY: 'ab'.repeat(32),
      },
      'S3_URL or UPLOADS_DIR: must be set where REDIS_URL is, to the same place on every node',
    ],
    ...['true', '1', 'nginx', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '::1/129'].map(
      (TRUST_PROXY): [Record<string, string>, string] => [
        { TRUST_PROXY },
        'TRUST_PROXY: must be addresses and networks such as 10.0.0.0/8, with commas between',
      ],
    ),
  ])('refuse %j in one line that names the setting and not its value', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(new ConfigError(line))
  })

  it('are read under their former names too, unless the present one is set, and the log says so', () => {
    const warn = vi.fn()
    const former = { DESK_PORT: '8090', DESK_HOST: '::1', DESK_URL: 'https://admin.example', DESK_SECOND_PERSON: 'yes' }
    const environment = { ...former, ADMIN_PORT: '8091', ADMIN_HOST: '' }
    expect(readConfig(environment)).toMatchObject({
      ADMIN_PORT: 8091,
      ADMIN_HOST: '::1',
      ADMIN_URL: 'https://admin.example',
      ADMIN_SECOND_PERSON: 'yes',
    })
    warnOfFormerNames(environment, { warn })
    expect(warn.mock.calls.map(([line]) => line)).toEqual(
      ['PORT', 'HOST', 'URL', 'SECOND_PERSON'].map(
        (name) => `DESK_${name} is now named ADMIN_${name}: the next release ignores the former name`,
      ),
    )
    warnOfFormerNames({ ADMIN_PORT: '8091', DESK_URL: '' }, { warn })
    expect(warn).toHaveBeenCalledTimes(4)
  })
})
