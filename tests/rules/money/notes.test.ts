import { expect, test } from 'vitest'
import { NOTE_LENGTH_MAX, SEARCH_LENGTH_MAX } from '../../../src/rules/money/notes.ts'

test('notes: one on a record has at most 200 characters', () => {
  expect(NOTE_LENGTH_MAX).toBe(200)
})

test('notes: records are searched by at most 64 characters', () => {
  expect(SEARCH_LENGTH_MAX).toBe(64)
})
