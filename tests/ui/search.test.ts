import { describe, expect, test } from 'vitest'
import { searchArticles } from '../../src/ui/pages/news/search.ts'

const article = (title: string, summary: string, text: string, ...synonyms: string[]) => ({
  title,
  summary,
  text,
  synonyms,
})
const options = article('Timed options', 'How one settles.', 'Choose a stake.\nA receipt names the price.')
const identity = article('Xác minh danh tính', 'Cần những gì.', 'Gửi ảnh giấy tờ, đủ hai mặt.')
const money = article('如何提现', '需要什么。', '绑定验证器。\n填写地址。', '出金', 'cash out')
const guide = article('The receipt', 'Of an option.', 'All prices.')
const all = [options, identity, money, guide]
const titles = (query: string) => searchArticles(all, query).map(({ article: { title } }) => title)

describe('a search in articles', () => {
  test('finds every article by nothing, as they stand', () => {
    expect(titles('  ')).toEqual(all.map(({ title }) => title))
  })

  test.each([
    ['STAKE', ['Timed options']],
    ['price option', ['Timed options', 'The receipt']],
    ['xac minh', ['Xác minh danh tính']],
    ['du hai', ['Xác minh danh tính']],
    ['提现', ['如何提现']],
    ['ｓｔａｋｅ', ['Timed options']],
    ['stake nothing', []],
  ])('finds %s in every word of it', (query, found) => {
    expect(titles(query)).toEqual(found)
  })

  test('finds a synonym, above words in the text', () => {
    expect(titles('出金')).toEqual(['如何提现'])
    expect(searchArticles(all, 'cash out')[0]?.snippet).toBeNull()
    const loan = article('Loans', 'Costs.', 'No leverage.')
    const contracts = article('Contracts', 'Margin.', 'Long.', 'leverage')
    expect(searchArticles([loan, contracts], 'leverage').map(({ article: { title } }) => title)).toEqual([
      'Contracts',
      'Loans',
    ])
  })

  test('ranks exact names first', () => {
    expect(titles('receipt')).toEqual(['The receipt', 'Timed options'])
  })

  test('shows the line that contains a word, if title and summary do not', () => {
    expect(searchArticles(all, '地址')[0]?.snippet).toBe('填写地址。')
    expect(searchArticles(all, 'timed')[0]?.snippet).toBeNull()
  })
})
