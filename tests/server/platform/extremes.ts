/** Numbers as programs and attackers send them: none, too small, too large, too fine, or written as none should be. */
export const extremes: readonly unknown[] = [
  ...['0', '-0', '0.0', '-1', '', '1e309', '1e5', 'Infinity', 'NaN', '0x10', '+1', '1,000', ' 1'],
  ...['9'.repeat(10), '9'.repeat(11), '9'.repeat(18), '9'.repeat(40)],
  ...[
    '0.000000000000000001',
    `${'9'.repeat(10)}.${'9'.repeat(18)}`,
    `${'9'.repeat(18)}.${'9'.repeat(18)}`,
    '0.00000001',
  ],
  ...[0, -0, 1e308, -1e308, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, 2 ** 63],
]
