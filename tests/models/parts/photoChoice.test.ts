import { expect } from 'vitest'
import { photoChoiceMachine } from '../../../src/machines/parts/photoChoice.ts'
import { done, failed, testMachine } from '../kit/coverage.ts'

const choose = (name: string) => ({ type: 'photo.choose', file: new File(['x'], name) }) as const
const [first, second] = [choose('first.heic'), choose('second.heic')]
const photo = new File(['y'], 'first.jpg')
const ready = done('preparePhoto', { photo, wrong: null })
const wrong = { key: 'photoTooSmall', params: { limit: '200' } } as const
const unfit = done('preparePhoto', { photo: null, wrong })
const broken = failed('preparePhoto', new Error('out of memory'))

testMachine(photoChoiceMachine, [
  {
    shows: 'prepares the last choice, and says at once why it cannot be sent',
    events: [first, second, ready, unfit, broken],
    distinct: ({ file, wrong }) => [file?.name, wrong?.key],
    states: {
      open: ({ snapshot, passed }) => {
        const last = passed.at(-1)
        const { key } = snapshot().context.wrong ?? {}
        expect(key).toBe(last === unfit ? 'photoTooSmall' : last === broken ? 'photoUnreadable' : undefined)
        expect(snapshot().context.file).toBeNull()
      },
      preparing: ({ effects, passed }) => {
        const last = passed.findLast((event) => event === first || event === second)
        expect(effects.get('preparePhoto')?.input).toEqual({ file: (last as typeof first).file })
      },
    },
  },
])
