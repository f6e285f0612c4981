import { describe, expect, it } from 'vitest'
import { chineseText, chineseTexts } from '../../src/api/wire/chinese.ts'
import { findMessage } from '../../src/api/wire/lookup.ts'
import { type MessageKey, messages } from '../../src/api/wire/messages.ts'

const keys = Object.keys(messages) as MessageKey[]
const namesOf = (key: MessageKey) => [...chineseTexts[key].matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)

describe('looking a Chinese text up', () => {
  it.each(keys)('finds %s, with its parameters', (key) => {
    const params = Object.fromEntries(namesOf(key).map((name, index) => [name, ['10.5', 'USDT', 'x'][index] ?? 'y']))
    expect(findMessage(chineseText(key, params))).toEqual({ key, params })
  })

  it('takes a text with space around it', () => {
    expect(findMessage(' 余额不足\n')).toEqual({ key: 'insufficientBalance', params: {} })
  })

  it('does not know what the catalogue does not hold', () => {
    expect(findMessage('今天天气很好')).toBeUndefined()
    expect(findMessage('')).toBeUndefined()
    expect(findMessage('不能少于 ')).toBeUndefined()
    expect(findMessage('toString')).toBeUndefined()
  })
})
