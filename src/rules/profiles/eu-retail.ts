import type { Profile } from './terms.ts'

/**
 * What a broker in the European Union may offer to retail clients. Its leveraged contracts and positions in lots are contracts for differences;
 * its timed options are binary options.
 *
 * Sources: Decisions (EU) 2018/795 (binary options; OJ L 136, 1.6.2018, p. 31) and (EU) 2018/796 (contracts for differences; p. 50) of
 * the European Securities and Markets Authority. Both ended in 2019. National measures under Article 42 of Regulation (EU) No 600/2014 have
 * replaced them; docs/design/rules.md lists some.
 */
export const euRetail: Profile = {
  // 2018/796, Annex I: initial margins of 3.33, 5, 10, 20 and 50% of the notional.
  leverageMax: { majorPair: 30, minorPair: 20, gold: 20, commodity: 10, other: 5, crypto: 2 },
  // 2018/796, margin close-out protection: of an account, below half of the initial margins of its open positions. docs/design/rules.md proves
  // that a close-out of each position implies it.
  closeOutBps: 5_000,
  // 2018/795, Article 1.
  timedOptions: false,
  // 2018/796, Annex II: the provider's own share of losing accounts over twelve months, and the range for a provider without any.
  lossWarning: { elsewhere: [74, 89] },
}
