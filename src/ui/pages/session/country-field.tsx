import { useSelector } from '@xstate/react'
import { useCallback, useMemo, useState } from 'react'
import { loadAreaCodes } from '../../../machines/session/area-codes.ts'
import { useActorOf } from '../../app/actor-of.ts'
import { useLabels } from '../../i18n/index.ts'
import { LoadFirst } from '../../lists/load-first.tsx'
import { PickField, SearchList } from '../../parts/fields/pick-field.tsx'
import { Row } from '../../parts/lists/list.tsx'
import { check } from '../../parts/marks/drawings.ts'
import { Icon } from '../../parts/marks/icons.tsx'
import { type Country, countriesIn, findCountries } from './countries.ts'
import css from './country-field.module.css'

type CountryFieldProps = {
  areaCode: string
  onChange: (areaCode: string) => void
  error: string | undefined
}

/** The area code of a telephone number, chosen by country. */
export function CountryField({ areaCode, onChange, error }: CountryFieldProps) {
  const { t, lang } = useLabels()
  const load = useActorOf(loadAreaCodes)
  const areaCodes = useSelector(load, ({ output }) => output)
  const countries = useMemo(() => countriesIn(lang, areaCodes ?? []), [lang, areaCodes])
  const find = useCallback((query: string) => findCountries(countries, query), [countries])
  // Several countries share an area code: only this state knows which one was chosen.
  const [country, setCountry] = useState('')
  const chosen = countries.find((each) => each.country === country && each.areaCode === areaCode)
  const label = t('register.country')
  return (
    <PickField
      label={label}
      error={error}
      text={areaCode === '' ? '' : `+${areaCode}`}
      placeholder={t('register.choose')}
      name={chosen?.name}
    >
      {(close) =>
        areaCodes ? (
          <SearchList
            label={label}
            searchLabel={t('register.search')}
            find={find}
            keyOf={(each: Country) => each.country}
            none={(query) => ({ title: t('register.noCountry', { query }), text: t('register.noCountryHint') })}
            row={(each) => (
              <Row
                title={<span className={css.title}>{each.name}</span>}
                value={<span className={css.code}>+{each.areaCode}</span>}
                {...(each === chosen ? { leading: <Icon name={check} size={20} /> } : {})}
                onClick={() => {
                  setCountry(each.country)
                  onChange(each.areaCode)
                  close()
                }}
              />
            )}
          />
        ) : (
          <LoadFirst
            load={load}
            shapes={['button', 'row', 'row', 'row', 'row']}
            title={t('register.areasFailed')}
            text={t('page.failedHint')}
          />
        )
      }
    </PickField>
  )
}
