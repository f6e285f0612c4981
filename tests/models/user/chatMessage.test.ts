import { expect } from 'vitest'
import { chatMessageMachine } from '../../../src/machines/user/chatMessage.ts'
import { testMachine } from '../kit/coverage.ts'

const photo = new File(['a picture'], 'photo.png')

testMachine(chatMessageMachine, [
  {
    shows: 'has a text and a photograph until it is sent',
    events: [
      { type: 'message.change', text: 'Where is it?' },
      { type: 'message.choose', photo },
      { type: 'message.choose', photo: null },
      { type: 'message.sent' },
    ],
    canHappen: ({ type }, { context: { form, photo } }) =>
      type !== 'message.sent' || (form.text !== '' && photo !== null),
    distinct: ({ form, photo }) => [form.text, photo !== null],
    states: {
      open: ({ snapshot, passed }) => {
        const { form, photo: chosen } = snapshot().context
        const last = passed.at(-1)
        if (last?.type === 'message.sent') expect([form.text, chosen]).toEqual(['', null])
        if (last?.type === 'message.change') expect(form.text).toBe('Where is it?')
        if (last?.type === 'message.choose') expect(chosen).toBe(last.photo)
      },
    },
  },
])
