import { useSelector } from '@xstate/react'
import type { Swap } from '../../../api/money/swap.ts'
import type { SwapActor } from '../../../machines/money/swapForm.ts'
import { SWAP_VIA } from '../../../rules/swap/swap.ts'
import { useServices } from '../../app/services.ts'
import { useShown } from '../../app/shown.ts'
import { formatBps, formatPlain } from '../../format/format.ts'
import { refusalText } from '../../format/refusal-text.ts'
import { messageText, useLabels } from '../../i18n/index.ts'
import { Outcome } from '../../offers/uncertain.tsx'
import { Button } from '../../parts/buttons/button.tsx'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Statement } from '../../parts/lists/statement.tsx'
import { CountdownRing } from '../../parts/marks/countdown-ring.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Hero } from '../../parts/page/hero.tsx'
import { ActionBar } from '../../parts/sheet/action-bar.tsx'
import { Sheet } from '../../parts/sheet/sheet.tsx'
import { Money } from '../orders/figures.tsx'
import { RateText } from './facts.tsx'
import css from './swap.module.css'
import { costOfSwap } from './swap-cost.ts'

/** The quote while it is valid, and the outcome. */
export function SwapSheet({ actor }: { actor: SwapActor }) {
  const { t } = useLabels()
  const open = useSelector(actor, (now) => now.hasTag('sheet'))
  const pending = useSelector(actor, (now) => now.hasTag('pending'))
  return (
    <Sheet
      open={open}
      locked={pending}
      onClose={() => actor.send({ type: 'swap.back' })}
      title={t('swap.confirmTitle')}
    >
      <Content actor={actor} />
    </Sheet>
  )
}

function Content({ actor }: { actor: SwapActor }) {
  const { t, lang } = useLabels()
  const { quote, failure, over, swapped } = useShown(actor, (now) => ({
    quote: now.context.quote,
    failure: now.context.failure,
    over: now.hasTag('over'),
    swapped: now.matches('swapped'),
  }))
  if (!quote) return null
  const back = () => actor.send({ type: 'swap.back' })
  const amounts = {
    amount: formatPlain(quote.amount, lang),
    from: quote.from,
    receive: formatPlain(quote.receive, lang),
    to: quote.to,
  }
  return (
    <Outcome
      actor={actor}
      done={
        swapped && (
          <Statement
            icon={check}
            title={t('swap.done')}
            text={`${amounts.amount} ${amounts.from} → ${amounts.receive} ${amounts.to}`}
            actions={<Button onClick={back}>{t('action.close')}</Button>}
          />
        )
      }
      where={t('swap.unknownText')}
      onClose={back}
    >
      {() =>
        over ? (
          <Over actor={actor} text={failure?.refusal ? refusalText(failure.refusal) : t('swap.overText')} />
        ) : (
          <Quote actor={actor} quote={quote} words={t('swap.confirm', amounts)} />
        )
      }
    </Outcome>
  )
}

function Quote({ actor, quote, words }: { actor: SwapActor; quote: Swap; words: string }) {
  const { serverNow } = useServices()
  const { t, lang } = useLabels()
  const { market, pending, driftBps } = useShown(actor, (now) => ({
    market: now.context.prices.market,
    driftBps: now.context.offer?.driftBps ?? 0,
    pending: now.hasTag('pending'),
  }))
  const reason = market === 'closed' ? messageText('marketClosed') : market === 'stale' ? t('swap.noPrice') : undefined
  const { from, to, rate, spreadBps, feeBps, legs } = quote
  const sums = costOfSwap(quote)
  const usdt = (amount: string) => <Money as="exact" amount={amount} currency={SWAP_VIA} />
  const [leg, other] = legs
  return (
    <>
      <div className={css.hero}>
        <Hero label={t('swap.to')} unit={to}>
          {formatPlain(quote.receive, lang)}
        </Hero>
        <CountdownRing from={quote.quotedAt} until={quote.expiresAt} serverNow={serverNow} />
      </div>
      <Card>
        <Facts
          facts={[
            { term: t('swap.from'), value: <Money amount={quote.amount} currency={from} /> },
            { term: t('swap.held'), value: <RateText rate={rate} /> },
            leg && !other && { term: t('swap.market'), value: usdt(leg.tick.price) },
            other && { term: t('swap.via'), value: SWAP_VIA },
            {
              term: t('swap.spreadIn', { rate: formatBps(spreadBps * legs.length, lang) }),
              value: usdt(sums.spread),
            },
            { term: t('fee.at', { rate: formatBps(feeBps, lang) }), value: usdt(sums.fee) },
            { term: t('swap.worth'), value: usdt(sums.worth) },
          ]}
        />
      </Card>
      <ActionBar
        note={t('swap.ends', { drift: formatBps(driftBps, lang) })}
        worst={{ term: t('swap.cost'), value: usdt(sums.cost), isLoss: true }}
        also={{ term: t('swap.costShare'), value: formatBps(sums.bps, lang) }}
      >
        <Button
          busy={pending}
          reason={pending ? undefined : reason}
          onClick={() => actor.send({ type: 'swap.confirm' })}
        >
          {words}
        </Button>
      </ActionBar>
    </>
  )
}

function Over({ actor, text }: { actor: SwapActor; text: string }) {
  const { t } = useLabels()
  const possible = useSelector(actor, (now) => now.can({ type: 'swap.quote' }))
  return (
    <Statement
      icon="info"
      title={t('swap.over')}
      text={text}
      actions={
        <Button reason={possible ? undefined : t('swap.noPrice')} onClick={() => actor.send({ type: 'swap.quote' })}>
          {t('swap.again')}
        </Button>
      }
    />
  )
}
