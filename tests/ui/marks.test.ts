import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { instruments } from '../../src/rules/market/instruments.ts'
import { currencies } from '../../src/rules/money/currencies.ts'
import { codesOf } from '../../src/ui/parts/marks/coin-mark.tsx'
import { drawMarks } from './marks/draw.ts'

const file = readFileSync(join(import.meta.dirname, '../../src/ui/parts/marks/marks.svg'), 'utf8')

describe('the marks of coins, flags and metals', () => {
  test('are as the packages have them: `npm run marks` draws them again', () => {
    expect(file).toBe(drawMarks())
  })

  test('are there for every instrument and every wallet', () => {
    const shown = [...instruments.flatMap(codesOf), ...currencies.map(({ code }) => code)]
    expect(shown).toContain('XAU')
    expect(shown.filter((code) => !file.includes(`<view id="${code}"`))).toEqual([])
  })

  test('refer to nothing elsewhere, and no two to each other', () => {
    expect(file).not.toMatch(/href|<script|<style|url\((?!#)/)
    const ids = [...file.matchAll(/ id="(\w+)"/g)].map(([, id]) => id)
    const views = [...file.matchAll(/<view id="(\w+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at).filter((id) => !views.includes(id))).toEqual([])
  })
})
