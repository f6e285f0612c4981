import { expect, it } from 'vitest'
import { isLoopback } from '../../../server/platform/loopback.ts'

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:7f00:1]',
  'localhost',
  'quoin.localhost',
])('loopback: %s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '128.0.0.1',
  '::2',
  '::ffff:10.0.0.1',
  '127.0.0.1.example.org',
  '127.1',
  'localhost.example.org',
  'notlocalhost',
])('loopback: %s is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})
