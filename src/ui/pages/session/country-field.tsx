import { useActorRef, useSelector } from '@xstate/react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import type { Loading } from '../../../machines/parts/loadFirst.ts'
import { useWords } from '../../i18n/index.ts'
import { LoadFirst } from '../../load-first.tsx'
import { usePart } from '../../part.ts'
import { check, down, search } from '../../parts/drawings.ts'
import { Field, FieldFrame, tie } from '../../parts/field.tsx'
import { Icon } from '../../parts/icons.tsx'
import { List, Row } from '../../parts/list.tsx'
import { Sheet } from '../../parts/sheet.tsx'
import { Empty } from '../../parts/states.tsx'
import { useServices } from '../../services.ts'
import { type Country, countriesIn, findCountries } from './countries.ts'
import css from './country-field.module.css'
import { entry } from './part.ts'

type CountryFieldProps = {
  areaCode: string
  onChange: (areaCode: string) => void
  error: string | undefined
}

/** The area code of a telephone number, chosen by its country. */
export function CountryField({ areaCode, onChange, error }: CountryFieldProps) {
  const { inspection } = useServices()
  const machines = usePart(entry)
  const { t, lang } = useWords()
  const id = useId()
  const load = useActorRef(machines.areaCodes, inspection)
  const areaCodes = useSelector(load, ({ output }) => output)
  const [open, setOpen] = useState(false)
  const countries = useMemo(() => countriesIn(lang, areaCodes ?? []), [lang, areaCodes])
  // Several countries share a code: which of them it was is known here alone.
  const [country, setCountry] = useState('')
  const chosen = countries.find((each) => each.country === country && each.areaCode === areaCode)
  const label = t('register.country')
  const text = areaCode === '' ? t('register.choose') : `+${areaCode}`
  return (
    <>
      <FieldFrame id={id} label={label} error={error}>
        <button
          {...tie(id, { label, error })}
          type="button"
          className={css.button}
          aria-label={`${label}: ${text} ${chosen?.name ?? ''}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span className={areaCode === '' ? css.empty : undefined}>{text}</span>{' '}
          <span className={css.name}>{chosen?.name}</span>
          <Icon name={down} size={20} />
        </button>
      </FieldFrame>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <Countries
          load={areaCodes ? undefined : load}
          countries={countries}
          chosen={chosen}
          onChoose={(next) => {
            setCountry(next.country)
            onChange(next.areaCode)
            setOpen(false)
          }}
        />
      </Sheet>
    </>
  )
}

type CountriesProps = {
  load: Loading
  countries: readonly Country[]
  chosen: Country | undefined
  onChoose: (country: Country) => void
}

function Countries({ load, countries, chosen, onChoose }: CountriesProps) {
  const { t } = useWords()
  const [query, setQuery] = useState('')
  const sought = useDeferredValue(query)
  const found = useMemo(() => findCountries(countries, sought), [countries, sought])
  if (load) {
    return (
      <LoadFirst
        load={load}
        bones={['button', 'row', 'row', 'row', 'row']}
        title={t('register.areasFailed')}
        text={t('page.failedHint')}
      />
    )
  }
  return (
    <>
      <Field
        label={t('register.search')}
        hideLabel
        placeholder={t('register.search')}
        leading={<Icon name={search} size={20} />}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        value={query}
        onChange={setQuery}
      />
      <div className={css.list}>
        {found.length === 0 ? (
          <Empty icon={search} title={t('register.noCountry', { query: sought })} text={t('register.noCountryHint')} />
        ) : (
          <List label={t('register.country')}>
            {found.map((country) => (
              <li key={country.country} className={css.country}>
                <Row
                  title={<span className={css.title}>{country.name}</span>}
                  value={<span className={css.code}>+{country.areaCode}</span>}
                  {...(country === chosen ? { leading: <Icon name={check} size={20} /> } : {})}
                  onClick={() => onChoose(country)}
                />
              </li>
            ))}
          </List>
        )}
      </div>
    </>
  )
}
