import { describe, expect, test } from 'vitest'
import { countriesIn, findCountries } from '../../src/ui/pages/session/countries.ts'

const areaCodes = [
  { country: 'AX', areaCode: '358' },
  { country: 'CA', areaCode: '1' },
  { country: 'CH', areaCode: '41' },
  { country: 'CI', areaCode: '225' },
  { country: 'DE', areaCode: '49' },
  { country: 'US', areaCode: '1' },
]
const namesIn = (lang: 'en' | 'es' | 'zh') => countriesIn(lang, areaCodes).map(({ name }) => name)
const found = (query: string, lang: 'en' | 'es' | 'zh' = 'en') =>
  findCountries(countriesIn(lang, areaCodes), query).map(({ country }) => country)

describe('the countries of telephone numbers', () => {
  test('have their names in the person’s language, in the order of that language', () => {
    expect(namesIn('en')).toEqual([
      'Åland Islands',
      'Canada',
      'Côte d’Ivoire',
      'Germany',
      'Switzerland',
      'United States',
    ])
    expect(namesIn('es').slice(0, 2)).toEqual(['Alemania', 'Canadá'])
    expect(namesIn('zh')).toContain('德国')
  })

  test('are found by a part of their name, however its letters are accented', () => {
    expect(found('united')).toEqual(['US'])
    expect(found('aland')).toEqual(['AX'])
    expect(found('CÔTE')).toEqual(['CI'])
    expect(found('canadá', 'es')).toEqual(['CA'])
  })

  test('are found by their English name and their ISO code in every language', () => {
    expect(found('germany', 'zh')).toEqual(['DE'])
    expect(found('德国', 'zh')).toEqual(['DE'])
    expect(found('CH')).toContain('CH')
  })

  test('are found by the beginning of their code, with or without a plus', () => {
    expect(found('+4')).toEqual(['DE', 'CH'])
    expect(found('41')).toEqual(['CH'])
    expect(found('+1')).toEqual(['CA', 'US'])
  })

  test('are all there while nothing is sought, and none where nothing fits', () => {
    expect(found('  ')).toHaveLength(areaCodes.length)
    expect(found('xyz')).toEqual([])
  })
})
