import { createBankCard } from '../../../machines/actors/bank.ts'
import { solving } from '../../../machines/actors/captcha.ts'
import { createProve } from '../../../machines/actors/prove.ts'
import { bankCardMachine } from '../../../machines/user/bankCard.ts'
import type { Ground } from '../../app/ground.ts'

export const compose = ({ client, notice, browserWallets }: Ground) => ({
  bankCard: bankCardMachine.provide({
    actors: createBankCard(client, createProve(solving({ client, notice }), browserWallets)),
  }),
})
