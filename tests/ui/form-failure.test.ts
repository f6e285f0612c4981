import { beforeAll, expect, test } from 'vitest'
import { fieldError } from '../../src/ui/forms/form-failure.tsx'
import { messageText, startI18n } from '../../src/ui/i18n/index.ts'

beforeAll(startI18n)

const found = (key: 'wrongEmail' | 'countryRequired' | 'credentialsRequired') => ({
  errors: { field: { key } },
  failure: null,
})

test.each([
  ['wrongEmail', 'nobody', 'wrongEmail'],
  ['wrongEmail', '', 'textRequired'],
  ['wrongEmail', '  ', 'textRequired'],
  // A choice has no text, and these messages already say that it is missing.
  ['wrongEmail', undefined, 'wrongEmail'],
  ['countryRequired', '', 'countryRequired'],
] as const)('form failure: a field with %s where %j stands says: %s', (key, text, said) => {
  expect(fieldError(found(key), 'field', text)).toBe(messageText(said))
})

test('form failure: a field with nothing wrong says what the server said of it, and of no other', () => {
  const failure = { refusal: { key: 'usernameExists' as const, params: {}, text: '' }, field: 'field' }
  expect(fieldError({ errors: {}, failure }, 'field' as never, '')).toBe(messageText('usernameExists'))
  expect(fieldError({ errors: {}, failure }, 'other' as never, '')).toBeUndefined()
})
