import { describe, expect, it } from 'vitest'
import {
  CHAT_KEPT_DAYS,
  CHAT_TEXT_MAX,
  isSendable,
  piecesOf,
  serviceErrors,
  usualWait,
} from '../../../src/rules/account/chat.ts'

it('chat: a message has at most 2,000 characters, and is kept for a year', () => {
  expect([CHAT_TEXT_MAX, CHAT_KEPT_DAYS]).toEqual([2_000, 365])
})

describe('chat: how long an answer usually takes', () => {
  it('is the wait in the middle, where there are three or more', () => {
    expect(usualWait([])).toBeNull()
    expect(usualWait([5, 9])).toBeNull()
    expect(usualWait([900, 5, 60])).toBe(60)
    expect(usualWait([100, 20, 30, 9])).toBe(30)
  })
})

describe('chat: a message in pieces', () => {
  it.each([
    ['nothing of the web', [{ text: 'nothing of the web' }]],
    [
      'see https://example.org/a?b=1 there',
      [{ text: 'see ' }, { text: 'https://example.org/a?b=1', host: 'example.org' }, { text: ' there' }],
    ],
    ['HTTP://Example.org:8080', [{ text: 'HTTP://Example.org:8080', host: 'example.org:8080' }]],
    // The part before an @ is a user name, not a host.
    [
      'https://quoin.example@evil.example/login',
      [{ text: 'https://quoin.example@evil.example/login', host: 'evil.example' }],
    ],
    ['https://gооgle.com', [{ text: 'https://gооgle.com', host: 'xn--ggle-55da.com' }]],
    ['javascript:alert(1) data:text/html,x', [{ text: 'javascript:alert(1) data:text/html,x' }]],
    ['https://', [{ text: 'https://' }]],
    ['', []],
  ])('says the host of each address: %s', (text, pieces) => {
    expect(piecesOf(text)).toEqual(pieces)
  })
})

it('chat: is sent with words or with a picture', () => {
  expect([isSendable(' ', false), isSendable(' ', true), isSendable('a', false)]).toEqual([false, true, true])
  expect(['\u200b', ' \u202e\u2060 ', '👍', '👩\u200d👧'].map((text) => isSendable(text, false))).toEqual([
    ...[false, false],
    ...[true, true],
  ])
})

it('chat: asks for an address and words before a form is sent', () => {
  expect(serviceErrors({ email: '', text: ' ' })).toEqual({
    email: { key: 'wrongEmail' },
    text: { key: 'textRequired' },
  })
  expect(serviceErrors({ email: ' a@example.org ', text: 'x' })).toEqual({})
})
