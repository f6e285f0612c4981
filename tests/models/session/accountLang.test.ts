import { expect } from 'vitest'
import { accountLangMachine } from '../../../src/machines/session/accountLang.ts'
import { unanswered } from '../kit/answers.ts'
import { done, failed, testMachine, type Walk } from '../kit/coverage.ts'

type Input = Walk<typeof accountLangMachine>['input']
const settled: Input = () => ({ chosen: 'en', saved: 'en' })
const chosenBefore: Input = () => ({ chosen: 'pt', saved: 'en' })

testMachine(accountLangMachine, [
  {
    shows: 'saves the language that is chosen, and tries again where that fails',
    input: settled,
    events: [
      { type: 'lang.choose', lang: 'pt' },
      { type: 'lang.choose', lang: 'en' },
      done('saveLang', 'pt'),
      failed('saveLang', unanswered),
    ],
    distinct: ({ chosen, saved }) => [chosen, saved],
    states: {
      settled: ({ snapshot, effects }) => {
        const { chosen, saved } = snapshot().context
        expect(saved).toBe(chosen)
        expect(effects.size).toBe(0)
      },
      saving: ({ snapshot, effects, passed }) => {
        // One that is chosen while another is on its way goes out after it.
        const isNew = passed.at(-1)?.type !== 'lang.choose' || passed.length === 1
        if (isNew) expect(effects.get('saveLang')?.input).toEqual({ lang: snapshot().context.chosen })
        expect(effects.has('saveLang')).toBe(true)
      },
      failed: ({ actor }) => {
        expect(Object.values(actor.system.getSnapshot()._scheduledEvents)[0]?.delay).toBe(5000)
      },
    },
  },
  {
    shows: 'saves at once what was chosen before',
    input: chosenBefore,
    events: [done('saveLang', 'pt')],
    states: {
      saving: ({ effects }) => {
        expect(effects.get('saveLang')?.input).toEqual({ lang: 'pt' })
      },
    },
  },
])
