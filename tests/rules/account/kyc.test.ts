import { expect, it } from 'vitest'
import { documentNumber, maskedNumber, plainNumber } from '../../../src/rules/account/kyc.ts'

it('kyc: compares a number without what people write in it', () => {
  expect(plainNumber(' ab-12.3 / 4ｘ ')).toBe('AB1234X')
})

it('kyc: shows a number’s ends alone, and of a short one nothing', () => {
  expect(maskedNumber('K1234567')).toBe('K••••67')
  expect(maskedNumber('12-34')).toBe('••••')
})

it('kyc: reads a number as printed on the document, whatever letters and digits it was typed with', () => {
  for (const entered of [
    'PA-123 456',
    'pa123456',
    'ＰＡ１２３４５６',
    'РА123456',
    'ΡΑ123456',
    'PA١٢٣٤٥٦',
    'PA१२३४५६',
    'PA𝟏𝟐𝟑𝟒𝟓𝟔',
  ]) {
    expect(documentNumber(entered), entered).toBe('PA123456')
  }
  expect(documentNumber('ЖЩ123')).toBe('ЖЩ123')
  expect(documentNumber('09٠٩')).toBe('0909')
})
