import { useEffect } from 'react'
import type { OptionNews as News } from '../machines/option-desk.ts'
import { useWords } from './i18n/index.ts'
import { pairOf } from './instrument-names.ts'
import { refusalText } from './refusal-text.ts'
import { usePageServices, useServices } from './services.ts'

const tones = { bought: 'good', refused: 'bad', unknown: 'plain' } as const

/** Says what became of an order whose page was left before its answer came. */
export function OptionNews() {
  const { notice } = useServices()
  const { options } = usePageServices()
  const { t } = useWords()
  useEffect(() => {
    const textOf = (news: News): string => {
      const pair = pairOf(news.symbol)
      if (news.type !== 'refused') return t(`option.left.${news.type}`, { pair })
      return t('option.left.refused', { pair, reason: news.refusal ? refusalText(news.refusal) : '' })
    }
    const listening = options.news$.subscribe((news) =>
      notice.send({ type: 'notice.show', notice: { text: textOf(news), tone: tones[news.type] } }),
    )
    return () => listening.unsubscribe()
  }, [options, notice, t])
  return null
}
