import { type ReactNode, useEffect, useRef } from 'react'
import type { Subscription } from 'rxjs'
import { useLabels } from '../../i18n/index.ts'
import { repeat } from './repeat.ts'
import css from './stepper.module.css'

type StepperProps = {
  /** What it steps through. */
  label: string
  /** In the middle: the value. */
  children: ReactNode
  /** Steps down or up; absent at that end. */
  onLess: (() => void) | undefined
  onMore: (() => void) | undefined
}

/** A value between two buttons that change it by one step, and repeat while held. */
export function Stepper({ label, children, onLess, onMore }: StepperProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend would be inside its track
    <div className={css.stepper} role="group" aria-label={label}>
      <Step sign="−" onStep={onLess} />
      {children}
      <Step sign="+" onStep={onMore} />
    </div>
  )
}

/** The value of a stepper, which opens more ways to choose it. */
export const StepperValue = (props: { open: boolean; label: string; onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    className={css.value}
    aria-expanded={props.open}
    aria-label={props.label}
    onClick={props.onClick}
  >
    {props.children}
  </button>
)

/** One of the two buttons, beside a focused field. */
export function Step({ sign, onStep }: { sign: '−' | '+'; onStep: (() => void) | undefined }) {
  const { t } = useLabels()
  const latest = useRef(onStep)
  const held = useRef<Subscription | undefined>(undefined)
  const repeated = useRef(false)
  useEffect(() => {
    latest.current = onStep
    if (!onStep) held.current?.unsubscribe()
  })
  const release = () => held.current?.unsubscribe()
  useEffect(() => () => held.current?.unsubscribe(), [])
  return (
    <button
      type="button"
      className={css.step}
      aria-label={t(sign === '+' ? 'stepper.more' : 'stepper.less')}
      disabled={!onStep}
      onPointerDown={() => {
        repeated.current = false
        held.current = repeat(() => {
          repeated.current = true
          latest.current?.()
        })
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      onClick={() => {
        // The click at the end of a hold is no further step.
        if (!repeated.current) onStep?.()
        repeated.current = false
      }}
    >
      {sign}
    </button>
  )
}
