import { describe, expect, it } from 'vitest'
import { DRAFT_MS_MAX } from '../../../src/machines/actors/drafts.ts'
import { createDraftDevice } from '../kit/drafts.ts'

const draft = { form: { amount: '50', code: '123456' }, beside: { photo: new Blob(['a picture']) } }
const restored = { form: { amount: '50' } }

const keepOne = (device: ReturnType<typeof createDraftDevice>, userId: string | null, isGuests = false) => {
  const drafts = device.open(userId)
  drafts.keep('withdrawal', draft, restored.form, isGuests)
  return drafts
}

describe('drafts', () => {
  it('are whole while the page lasts, and after a reload what was stored', () => {
    const device = createDraftDevice()
    expect(keepOne(device, 'ada').read('withdrawal')).toBe(draft)
    expect(device.open('ada').read('withdrawal')).toEqual(restored)
    expect(device.open('ada').read('deposit')).toBeUndefined()
    expect(device.stored()).not.toContain('123456')
  })

  it('are not written by a tab that only reads them: another one may have sent them meanwhile', () => {
    const device = createDraftDevice()
    keepOne(device, 'ada')
    const written = device.writes()
    expect(device.open('ada').read('withdrawal')).toEqual(restored)
    expect(device.writes()).toBe(written)
  })

  it('of which nothing may be stored are in memory only', () => {
    const device = createDraftDevice()
    const drafts = device.open('ada')
    drafts.keep('kyc', draft, {}, false)
    expect(drafts.read('kyc')).toBe(draft)
    expect(device.stored()).toBeUndefined()
  })

  it('are dropped by name, and the others stay', () => {
    const device = createDraftDevice()
    const drafts = keepOne(device, 'ada')
    drafts.keep('deposit', draft, restored.form, false)
    drafts.forget('withdrawal')
    expect(drafts.read('withdrawal')).toBeUndefined()
    expect(device.open('ada').read('withdrawal')).toBeUndefined()
    expect(device.open('ada').read('deposit')).toEqual(restored)
    drafts.forget('deposit')
    expect(device.stored()).toBeUndefined()
  })

  it.each([DRAFT_MS_MAX, -DRAFT_MS_MAX])('end a day after their last change, by a clock that moved %s ms', (ms) => {
    const device = createDraftDevice()
    const first = keepOne(device, 'ada')
    device.wait(ms - Math.sign(ms))
    const reloaded = device.open('ada')
    expect([first.read('withdrawal'), reloaded.read('withdrawal')]).toEqual([draft, restored])
    device.wait(Math.sign(ms))
    expect([first.read('withdrawal'), reloaded.read('withdrawal')]).toEqual([undefined, undefined])
    expect(device.stored()).toBeDefined()
    device.open('ada')
    expect(device.stored()).toBeUndefined()
  })

  it('of another user, from another tab, are not read', () => {
    const device = createDraftDevice()
    const ada = device.open('ada')
    keepOne(device, 'bob')
    expect(ada.read('withdrawal')).toBeUndefined()
  })

  it.each([null, 'bob'])('of a user are gone for %s, who comes after', (next) => {
    const device = createDraftDevice()
    const drafts = keepOne(device, 'ada')
    drafts.belongTo(next)
    expect(device.stored()).toBeUndefined()
    drafts.belongTo('ada')
    expect(drafts.read('withdrawal')).toBeUndefined()
  })

  it.each([null, 'bob'])('of a user are gone for %s, who comes after a reload', (next) => {
    const device = createDraftDevice()
    keepOne(device, 'ada')
    expect(device.open(next).read('withdrawal')).toBeUndefined()
    expect(device.stored()).toBeUndefined()
  })

  it('of a user whose session expired wait for that user, unread and not stored', () => {
    const device = createDraftDevice()
    keepOne(device, 'ada')
    const drafts = device.open('ada')
    drafts.keep('kyc', draft, {}, false)
    drafts.belongTo(null, true)
    expect([drafts.read('withdrawal'), drafts.read('kyc'), device.stored()]).toEqual([undefined, undefined, undefined])
    drafts.belongTo('ada')
    expect([drafts.read('withdrawal'), drafts.read('kyc')]).toEqual([restored, draft])
    expect(device.open('ada').read('withdrawal')).toEqual(restored)
  })

  it('of a user whose session expired are gone once another one has signed in', () => {
    const device = createDraftDevice()
    const drafts = keepOne(device, 'ada')
    drafts.belongTo(null, true)
    drafts.belongTo('bob')
    expect(drafts.read('withdrawal')).toBeUndefined()
    drafts.belongTo(null)
    drafts.belongTo('ada')
    expect(drafts.read('withdrawal')).toBeUndefined()
  })

  it('of a guest who signs in become the user’s, at once or after a reload', () => {
    const device = createDraftDevice()
    const drafts = keepOne(device, null)
    expect(device.open('ada').read('withdrawal')).toEqual(restored)
    drafts.belongTo('ada')
    expect(drafts.read('withdrawal')).toBe(draft)
    expect(device.open('bob').read('withdrawal')).toBeUndefined()
  })

  it('of a form for guests end when its guest signs in', () => {
    const device = createDraftDevice()
    const drafts = keepOne(device, null, true)
    expect(device.open(null).read('withdrawal')).toEqual(restored)
    drafts.belongTo('ada')
    expect(drafts.read('withdrawal')).toBeUndefined()
    expect(device.stored()).toBeUndefined()
    keepOne(device, null, true)
    expect(device.open('ada').read('withdrawal')).toBeUndefined()
  })
})
