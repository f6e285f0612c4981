import { expect, test } from 'vitest'
import { NOTE_LENGTH_MAX } from '../../../src/rules/money/notes.ts'

test('notes: one on a record has at most 200 characters', () => {
  expect(NOTE_LENGTH_MAX).toBe(200)
})
