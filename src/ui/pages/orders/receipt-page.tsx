import { hasEnded } from '../../../machines/orders/life.ts'
import { pairOf } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Card, Facts } from '../../parts/lists/list.tsx'
import { Tag } from '../../parts/marks/tag.tsx'
import { Hero } from '../../parts/page/hero.tsx'
import type { AnyOrder, OrderFacts, SectionFacts } from './order-facts.ts'
import css from './receipt.module.css'
import { ReceiptCheck } from './receipt-check.tsx'
import { Section, TickFacts } from './receipt-sections.tsx'
import { type ReceiptActor, ReceiptView } from './receipt-view.tsx'
import { Stated } from './stated.tsx'

type ReceiptPageProps<O extends AnyOrder> = { facts: OrderFacts<O>; id: string }

/** The receipt of an order: its result, this device's verification, and all that the result is based on. */
export function ReceiptPage<O extends AnyOrder>({ facts, id }: ReceiptPageProps<O>) {
  return (
    <ReceiptView<{ order: O }> machine={facts.receiptMachine} input={{ id }}>
      {(answer, actor) => <Details facts={facts} answer={answer} actor={actor} />}
    </ReceiptView>
  )
}

type DetailsProps<O extends AnyOrder> = { facts: OrderFacts<O>; answer: { order: O }; actor: ReceiptActor }

function Details<O extends AnyOrder>({ facts, answer, actor }: DetailsProps<O>) {
  const words = useLabels()
  const { t } = words
  const { order } = answer
  const ended = hasEnded(facts.machine, order.state)
  const side = facts.side(order, words)
  const { label, figure, unit, ticks, nothing, story, rules, terms, ledger, stated } = facts.receipt(
    answer,
    words,
    ended,
  )
  return (
    <>
      <Hero
        label={label}
        note={
          <>
            {pairOf(order.symbol)} <Tag tone={side.way}>{side.text}</Tag>
          </>
        }
        unit={unit}
      >
        {figure}
      </Hero>
      {facts.Origin && <facts.Origin order={order} />}
      <Card title={t('receipt.ledger')}>
        <Facts facts={ledger} />
      </Card>
      <ReceiptCheck
        actor={actor}
        ticks={ticks}
        ended={ended}
        nothing={nothing}
        decided={story.flatMap((section) =>
          section ? (section.ticks ?? []).map((tick) => ({ title: section.title, tick })) : [],
        )}
        result={
          <>
            {figure} {unit}
          </>
        }
      />
      {story.map((section) => section && <StorySection key={section.id ?? section.title} section={section} />)}
      <Section title={t('receipt.rule')}>
        {rules.map(
          (rule, index) =>
            rule && (
              <p key={rule} className={index === 0 ? 'muted' : css.rule}>
                {rule}
              </p>
            ),
        )}
      </Section>
      <Section title={t('receipt.terms')}>
        <Facts facts={terms} />
      </Section>
      <Stated order={order} also={stated} />
    </>
  )
}

const StorySection = ({ section: { title, ticks = [], facts, text } }: { section: SectionFacts }) => (
  <Section title={title}>
    {ticks.map((tick) => (
      <TickFacts key={tick.hash} tick={tick} />
    ))}
    {facts && <Facts facts={facts} />}
    {text && <p className="muted">{text}</p>}
  </Section>
)
