import { beforeEach, expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { inject } from '../../../src/machines/actors/call.ts'
import { goOnWaiting, sendCodeBy, sentBefore } from '../../../src/machines/actors/send-code.ts'
import { CODE_WAIT_MS } from '../../../src/machines/parts/sendCode.ts'
import { mailTo } from '../../../src/rules/account/credentials.ts'
import { createDraftDevice } from '../kit/drafts.ts'

const SENT_AT = 1_700_000_000_000
const target = mailTo('ada@quoin.test')
const sent = { sentAt: SENT_AT, paper: true, code: '123456' }
const machine = sendCodeBy('forget', async () => sent)

const start = () => createActor(machine, { input: goOnWaiting('forget') }).start()

/** A sender that has sent a code, on a new device. */
async function begin() {
  const device = createDraftDevice()
  device.open(null)
  const sender = start()
  sender.send({ type: 'code.send', target })
  await waitFor(sender, (now) => now.hasTag('coolingDown'))
  return { device, sender }
}

beforeEach(() => inject({ now: () => SENT_AT + 20_000 }))

it('code: its countdown goes on after Back, and it is still there', async () => {
  const { sender } = await begin()
  sender.stop()
  const again = start().getSnapshot()
  expect(again.hasTag('coolingDown')).toBe(true)
  expect(again.context).toMatchObject({ target, sent, waitMs: CODE_WAIT_MS - 20_000 })
})

it('code: its countdown goes on after a reload, and the device stores neither the code nor its address', async () => {
  const { device } = await begin()
  expect(JSON.parse(device.stored() ?? '').forms['code.forget'].form).toEqual({ sentAt: SENT_AT, paper: true })
  device.open(null)
  const again = start().getSnapshot()
  expect(again.hasTag('coolingDown')).toBe(true)
  expect(again.context).toMatchObject({ target: null, sent: { ...sent, code: null }, waitMs: CODE_WAIT_MS - 20_000 })
})

it('code: a countdown that is over keeps nobody waiting after a reload', async () => {
  const { device } = await begin()
  device.open(null)
  inject({ now: () => SENT_AT + CODE_WAIT_MS })
  expect(start().getSnapshot().hasTag('coolingDown')).toBe(false)
})

it('code: another address, another purpose and another person have no countdown', async () => {
  const { device, sender } = await begin()
  expect(sentBefore('register')).toBeNull()
  sender.send({ type: 'code.forget' })
  expect(sentBefore('forget')).toBeNull()
  const other = await begin()
  other.device.open(null).belongTo('bob')
  expect(sentBefore('forget')).toBeNull()
  expect(device.stored()).toBeUndefined()
})
