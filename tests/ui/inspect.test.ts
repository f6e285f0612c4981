import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../src/ui/app/inspect.ts'

describe('what the inspector of machines receives', () => {
  it('has no token, password or code in it, wherever they are', () => {
    const told = withoutSecrets({
      snapshot: {
        value: 'form',
        context: { form: { username: 'ada', password: 'x1', code: '1', address: 'a@b' }, token: 't' },
      },
      event: { type: 'xstate.done.actor.signIn', output: 'token-of-ada' },
      typed: { type: 'register.change', field: 'confirm', value: 'x1' },
    })
    expect(told).toEqual({
      snapshot: {
        value: 'form',
        context: { form: { username: 'ada', password: '•••', code: '•••', address: 'a@b' }, token: '•••' },
      },
      event: { type: 'xstate.done.actor.signIn', output: '•••' },
      typed: { type: 'register.change', field: 'confirm', value: '•••' },
    })
  })

  it('is otherwise whole, but for functions', () => {
    const event = { type: 'register.change', field: 'username', value: 'ada', output: { list: [1, null] } }
    expect(withoutSecrets({ ...event, serverNow: () => 0 })).toEqual(event)
  })
})
