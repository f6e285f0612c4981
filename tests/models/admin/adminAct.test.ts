import { expect } from 'vitest'
import { adminActMachine } from '../../../src/machines/admin/adminAct.ts'
import { type AdminCommand, AdminError, type Done } from '../../../src/machines/admin/wire.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

const command: AdminCommand = {
  name: 'withdrawal approve',
  args: ['ID'],
  options: [
    { name: 'note', value: 'TEXT', about: 'a note' },
    { name: 'why', value: 'TEXT', about: 'the reason', needed: true },
  ],
  about: 'Approves a withdrawal.',
  as: 'act',
  title: 'Approve',
  of: 'withdrawal',
  money: true,
  creates: false,
  follows: null,
  target: null,
  audited: false,
}
const answer: Done = { rows: [], pictures: {}, at: 0, proposed: 'P1' }
const submit = { type: 'act.submit' } as const
const type = (field: string, value: string) => ({ type: 'act.change', field, value })
const endings = [
  submit,
  { type: 'act.close' },
  done('act', answer),
  failed('act', new AdminError('no')),
  failed('act', unanswered),
]
const states: Walk<typeof adminActMachine>['states'] = {
  open: ({ snapshot, passed, can }) => {
    const { values, command, failure } = snapshot().context
    const whole = values.why === 'looked at' && (!command.creates || values.ID === 'BTCUSDT')
    expect(can(submit)).toBe(whole)
    if (passed.at(-1)?.error === unanswered) expect(failure).toMatch(/^No answer came: it may have been done/)
    if (passed.at(-1)?.type === 'act.change') expect(failure).toBeNull()
  },
  acting: ({ effects, snapshot, can }) => {
    const { command, failure } = snapshot().context
    expect(effects.get('act')?.input).toEqual({
      command: 'withdrawal approve',
      args: [command.creates ? 'BTCUSDT' : 'W1'],
      options: { why: 'looked at' },
    })
    expect([can(submit), can({ type: 'act.close' }), failure]).toEqual([false, false, null])
  },
  done: ({ snapshot, can }) => expect([snapshot().context.done, can(submit)]).toEqual([answer, false]),
  closed: ({ snapshot }) => expect(snapshot().status).toBe('done'),
}
const distinct: Walk<typeof adminActMachine>['distinct'] = ({ values }) => values

testMachine(adminActMachine, [
  {
    shows: 'asks for a reason about a row, and sends what it takes of it',
    input: () => ({ command, args: ['W1'] }),
    events: [type('why', '  '), type('why', 'looked at'), ...endings],
    distinct,
    states,
  },
  {
    shows: 'asks for its words where it is about no row',
    input: () => ({ command: { ...command, creates: true }, args: [] }),
    events: [type('why', 'looked at'), type('ID', ' BTCUSDT '), ...endings],
    distinct,
    states: {
      ...states,
      open: ({ snapshot, can }) => {
        const { values } = snapshot().context
        expect(can(submit)).toBe(values.why !== undefined && values.ID !== undefined)
      },
    },
  },
])
