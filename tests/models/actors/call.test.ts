import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { areaCodes } from '../../../src/api/account/user.ts'
import type { CallOptions, Client } from '../../../src/api/client/client.ts'
import { call, dep, inject } from '../../../src/machines/actors/call.ts'

/** Starts a one-call effect and stops it before its answer. @returns the sent input */
function stopped(calling?: Parameters<typeof call>[1]): CallOptions {
  const sent: CallOptions[] = []
  const take = (_call: unknown, _input: unknown, options: CallOptions = {}) => {
    sent.push(options)
    return new Promise(() => {})
  }
  inject({ client: { call: take } as Client })
  const actor = createActor(call(areaCodes, { ...calling, input: () => ({}) }), { input: {} }).start()
  actor.stop()
  const [options] = sent
  if (!options) throw new Error('nothing was sent')
  return options
}

describe('call: an effect of one call', () => {
  it('is aborted with its actor', () => {
    expect(stopped().signal?.aborted).toBe(true)
  })

  it('continues without its actor if marked to stay', () => {
    expect(stopped({ stays: true }).signal).toBeUndefined()
  })

  it('shows as pending, unless quiet', () => {
    expect([stopped().quiet, stopped({ quiet: true }).quiet]).toEqual([false, true])
  })

  it('says which dependency is missing', () => {
    inject({ client: undefined })
    expect(() => dep('client')).toThrow('`client` must be injected')
  })
})
