import { expect } from 'vitest'
import { CODE_WAIT_MS, sendCodeMachine } from '../../../src/machines/parts/sendCode.ts'
import { mailTo } from '../../../src/rules/account/credentials.ts'
import { refused, unanswered } from '../kit/answers.ts'
import { done, failed, type Run, testMachine } from '../kit/coverage.ts'
import { expectFailure } from '../kit/failures.ts'

const sent = { sentAt: 1_700_000_000_000, paper: true, code: '123456' }
const send = { type: 'code.send', target: mailTo('ada@quoin.test') } as const
const sendToBound = { type: 'code.send', target: null } as const
const forget = { type: 'code.forget' } as const

const requestsOf = ({ begun }: Pick<Run<typeof sendCodeMachine>, 'begun'>) =>
  begun.filter(({ src }) => src === 'sendCode')

testMachine(sendCodeMachine, [
  {
    callbacks: ['keepSent'],
    shows: 'sends a code once, lets the same target wait for the next, and knows nothing of one that was forgotten',
    events: [
      send,
      sendToBound,
      forget,
      done('sendCode', sent),
      failed('sendCode', refused('tooManyRequests')),
      failed('sendCode', unanswered),
    ],
    distinct: ({ target, sent }) => [target, sent],
    states: {
      '*': ({ snapshot, passed, effects, ...run }) => {
        const begun = requestsOf(run)
        const { target, sent } = snapshot().context
        const asked = passed.filter(({ type }) => type === send.type)
        expect(begun.length).toBeLessThanOrEqual(asked.length)
        if (sent) expect(begun.at(-1)?.input).toEqual({ target })
        if (passed.at(-1) === forget) {
          expect(snapshot().context).toMatchObject({ target: null, sent: null, failure: null })
          expect(effects.has('sendCode')).toBe(false)
        }
      },
      open: (run) => {
        expect(run.can(send)).toBe(true)
        expectFailure(run)
        if (run.passed.at(-1)?.error) expect(run.snapshot().context.sent).toBeNull()
      },
      sending: ({ snapshot, effects, can }) => {
        expect(snapshot().hasTag('sending')).toBe(true)
        expect(snapshot().context).toMatchObject({ sent: null, failure: null })
        expect(effects.get('sendCode')?.input).toEqual({ target: snapshot().context.target })
        expect(can(send)).toBe(false)
      },
      coolingDown: ({ snapshot, actor, can }) => {
        expect(snapshot().hasTag('coolingDown')).toBe(true)
        expect(snapshot().context.sent).toEqual(sent)
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(CODE_WAIT_MS)
        expect(can(send)).toBe(false)
      },
    },
  },
  {
    callbacks: ['keepSent'],
    shows: 'goes on with the cooldown of a code that was sent before, and then sends the next',
    input: () => ({ target: mailTo('ada@quoin.test'), sent, waitMs: 20_000 }),
    events: [forget, send, done('sendCode', sent)],
    distinct: ({ waitMs }) => waitMs,
    states: {
      coolingDown: ({ snapshot, actor, ...run }) => {
        expect(snapshot().context).toMatchObject({ target: mailTo('ada@quoin.test'), sent })
        const wait = requestsOf(run).length > 0 ? CODE_WAIT_MS : 20_000
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(wait)
      },
    },
  },
])
