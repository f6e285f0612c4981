import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { areaCodes } from '../../../src/api/account/user.ts'
import type { CallOptions, Client } from '../../../src/api/client/client.ts'
import { type Asking, ask } from '../../../src/machines/actors/ask.ts'

/** Starts an effect that is one call, stops it before its answer comes, and gives what the call was sent with. */
function stopped(asking?: Asking): CallOptions {
  const sent: CallOptions[] = []
  const call = (_call: unknown, _input: unknown, options: CallOptions = {}) => {
    sent.push(options)
    return new Promise(() => {})
  }
  const actor = createActor(ask({ call } as Client, areaCodes, () => ({}), asking)).start()
  actor.stop()
  const [options] = sent
  if (!options) throw new Error('nothing was sent')
  return options
}

describe('ask: an effect of one call', () => {
  it('is aborted with its actor', () => {
    expect(stopped().signal?.aborted).toBe(true)
  })

  it('continues without its actor if marked to stay', () => {
    expect(stopped({ stays: true }).signal).toBeUndefined()
  })

  it('shows as pending, unless quiet', () => {
    expect([stopped().quiet, stopped({ quiet: true }).quiet]).toEqual([false, true])
  })
})
