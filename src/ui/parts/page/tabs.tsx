import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { formatCount } from '../../format/format.ts'
import { useLabels } from '../../i18n/index.ts'
import css from './tabs.module.css'

export type Tab<V extends string> = {
  value: V
  label: string
  /** The number of things in its panel. One that is still to come keeps its room. */
  count?: number | undefined
}

export type TabsProps<V extends string> = {
  /** The name of the tabs, for screen readers. */
  label: string
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Underlined tabs over one panel. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const { lang } = useLabels()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabs = list.current
    const selected = tabs?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`)
    if (!tabs || !selected) return
    // By the list alone: the page stays where it is.
    const sight = new ResizeObserver(() =>
      tabs.scrollTo({ left: selected.offsetLeft - (tabs.clientWidth - selected.offsetWidth) / 2 }),
    )
    sight.observe(tabs)
    // Larger text moves it as well.
    sight.observe(selected)
    return () => sight.disconnect()
  }, [value])
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const by = step[event.key]
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : by === undefined ? undefined : at + by
    if (to === undefined) return
    const next = tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} className={css.tabs} role="tablist" aria-label={label} onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={css.tab}
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {'count' in tab && (
              <span className={css.count}> {tab.count === undefined ? '\u2007' : formatCount(tab.count, lang)}</span>
            )}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
