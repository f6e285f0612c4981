import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Instrument } from '../../../rules/market/instruments.ts'
import { useServices } from '../../app/services.ts'
import { chartPlace, longName, pairName } from '../../format/instrument-names.ts'
import { useLabels } from '../../i18n/index.ts'
import { Price } from '../../parts/lists/price.tsx'
import { InstrumentMark } from '../../parts/marks/coin-mark.tsx'
import { search as glass } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { navigate } from '../../router/router.ts'
import { isMatch } from '../market/board.ts'
import { useListed } from '../market/use-board.ts'
import { KeyCaps } from './key-caps.tsx'
import { useKeys } from './keys.ts'
import css from './search.module.css'

const SHOWN_MAX = 8

/** Finds a market by its name, and opens its chart. */
export function Search() {
  const { quotes } = useServices()
  const labels = useLabels()
  const { t } = labels
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const listed = useListed()
  const open = query.trim() !== ''
  const found = open
    ? listed.filter((each) => isMatch(each, query, [longName(each, labels), pairName(each)])).slice(0, SHOWN_MAX)
    : []
  useKeys((key) => {
    if (key === '/') field.current?.focus()
    return key === '/'
  })
  const leave = () => {
    setQuery('')
    setAt(0)
    field.current?.blur()
  }
  const go = (instrument: Instrument | undefined) => {
    if (!instrument) return
    leave()
    navigate(chartPlace(instrument))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave()
    else if (event.key === 'Enter') go(found[at])
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <search className={css.search}>
      <Icon name={glass} size={16} />
      <input
        ref={field}
        className={css.input}
        type="text"
        role="combobox"
        aria-label={t('market.search')}
        aria-expanded={open}
        aria-controls={`${id}-found`}
        aria-activedescendant={found[at] && `${id}-${found[at].symbol}`}
        aria-keyshortcuts="/"
        placeholder={t('market.search')}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={press}
        onBlur={() => setQuery('')}
      />
      <KeyCaps keys={['/']} />
      <div className={css.found} hidden={!open}>
        <div role="listbox" id={`${id}-found`} aria-label={t('market.search')}>
          {found.map((instrument, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus, and handles keys
            <div
              key={instrument.symbol}
              id={`${id}-${instrument.symbol}`}
              role="option"
              className={css.option}
              aria-selected={index === at}
              // Before the field loses the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => go(instrument)}
            >
              <InstrumentMark instrument={instrument} />
              <span>{pairName(instrument)}</span>
              <span className="muted">{longName(instrument, labels)}</span>
              <Price quote$={quotes.quote$(instrument.symbol)} scale={instrument.scale} />
            </div>
          ))}
        </div>
        {open && found.length === 0 && <p className={css.none}>{t('desk.none')}</p>}
      </div>
    </search>
  )
}
