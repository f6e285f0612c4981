import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type MessageKey, messages } from '../../src/api/wire/messages.ts'

/** Every message named by the product, in its words and order, and its key here. */
const product: Readonly<Record<string, Readonly<Record<string, readonly MessageKey[]>>>> = {
  'Account and login': {
    'user does not exist': ['userNotFound'],
    'wrong password': ['wrongPassword'],
    'account frozen': ['accountFrozen'],
    'verification code error': ['wrongVerificationCode'],
    'invalid captcha': ['wrongCaptcha'],
    'username exists': ['usernameExists'],
    'wrong invitation code': ['wrongInviteCode'],
    'recommended or invite user does not exist': ['inviterNotFound'],
    'old password wrong': ['wrongOldPassword'],
    'passwords inconsistent': ['passwordsInconsistent'],
    'you are locked': ['accountLocked'],
    'please verify your real name first': ['verifyNameFirst'],
    'real-name authentication failed or not passed': ['realNameFailed'],
    'ID number already verified': ['idNumberUsed'],
    'already applied': ['alreadyApplied'],
    'account not created': ['accountNotCreated'],
    'trading account or password already set': ['payPasswordSet'],
    'transaction or payment password wrong': ['wrongPayPassword'],
    'enter account and password': ['credentialsRequired'],
  },
  'Wallet and funds': {
    'wallet not found (add a wallet first)': ['walletNotFound'],
    'user wallet does not exist': ['userWalletNotFound'],
    'currency not added or wrong currency type': ['wrongCurrency'],
    'insufficient balance': ['insufficientBalance'],
    'insufficient fund wallet balance': ['insufficientFundBalance'],
    'insufficient account balance': ['insufficientAccountBalance'],
    'amount cannot be negative': ['negativeAmount'],
    'frozen balance abnormal': ['frozenAbnormal'],
    'insufficient turnover (coding) volume': ['insufficientTurnover'],
    'withdrawal request already exists (wait for review)': ['withdrawalPending'],
    'no withdrawal address added': ['noWithdrawalAddress'],
    'withdrawal address exists': ['addressExists'],
    'no permission to delete': ['addressNotYours'],
    'withdrawn amount exceeds held amount': ['exceedsHeld'],
    'wallet balance change abnormal': ['balanceChangeAbnormal'],
    'deduction failed': ['deductionFailed'],
    'fee deduction failed': ['feeDeductionFailed'],
  },
  Trading: {
    'trading pair not found': ['pairNotFound'],
    'function not enabled': ['functionOff'],
    'not activated for this pair': ['pairNotActivated'],
    'trading currently closed': ['tradingClosed'],
    'market closed': ['marketClosed'],
    'limit sell below price': ['limitSellTooLow'],
    'take-profit and stop-loss errors': [
      'stopZero',
      'takeProfitTooLow',
      'stopLossTooHigh',
      'takeProfitTooHigh',
      'stopLossTooLow',
    ],
    'transaction record not found or cancelled (refresh and retry)': ['orderGone'],
    'close failed (retry)': ['closeFailed'],
    'cannot close the position': ['cannotClose'],
    'open position prohibits the operation': ['openPositionProhibits'],
    'margin or leveraged trade in progress': ['openPositionProhibits'],
    'unfinished trades forbid operation': ['unfinishedTrades'],
    'order status error': ['orderStatusError'],
    'abnormal trade status (do not resubmit)': ['tradeStatusAbnormal'],
    'order quantity must be a multiple, with maximum and minimum': ['notMultiple', 'aboveMaximum', 'belowMinimum'],
    'coin hoarding activity in progress': ['hoardingActive'],
    'locked state': ['accountLocked'],
    'abnormal state': ['strategyStatusAbnormal'],
    'user exception': ['serverError'],
    'type error': ['parameterError'],
  },
  'Loans, deposits, projects': {
    'minimum and maximum loan or deposit amounts': ['belowMinimum', 'aboveMaximum'],
    'wrong amount': ['wrongAmount'],
    'maximum participants reached': ['participantsReached'],
    'project or product does not exist or has ended': ['projectNotFound', 'productNotFound'],
    'project status error': ['projectStatusError'],
    'pid cannot be empty': ['pidRequired'],
    'deposit receipt not found': ['receiptNotFound', 'certificateNotFound'],
    'abnormal deposit status': ['savingsStatusAbnormal'],
    'order cannot be cancelled': ['orderNotCancellable'],
    'cancel failed': ['cancelFailed'],
  },
  General: {
    'parameter error': ['parameterError'],
    'missing parameters': ['missingParameters'],
    'illegal or abnormal request': ['illegalRequest'],
    'illegal operation': ['illegalOperation'],
    'unauthorized operation': ['unauthorizedOperation'],
    'data not found': ['dataNotFound'],
    'upload failed': ['uploadFailed'],
    'file size exceeded': ['fileTooLarge'],
    'file type wrong': ['wrongFileType'],
    'file already exists': ['fileExists'],
    'configuration error or missing': ['configurationError'],
  },
  'Success messages': {
    login: ['signedIn'],
    registration: ['registered'],
    logout: ['signedOut'],
    save: ['saved'],
    add: ['addressAdded'],
    update: ['updated'],
    'set up': ['setUp'],
    'submission (awaiting review)': ['submittedForReview'],
    deposit: ['depositCredited'],
    cancel: ['cancelled'],
    'password changed': ['passwordChanged'],
    'address added or deleted': ['addressAdded', 'addressDeleted'],
    copied: ['copied'],
    'withdrawal application (awaiting approval)': ['withdrawalSubmitted'],
  },
}

const keysOf = (heading: string) => [...new Set(Object.values(product[heading] ?? {}).flat())]
const english: Record<string, string> = JSON.parse(readFileSync('src/ui/i18n/locales/en/messages.json', 'utf8'))

/** The text of a folder's tests. */
const said = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

/** Whether a test names it as an answer, alone or at the start of a table row, not in a comment or within another word. */
const isExpected = (met: string, key: string) => new RegExp(`'${key}'|^ +${key}: `, 'm').test(met)

const { 'Success messages': _, ...refusing } = product

test.each(Object.keys(refusing))(
  '%s: each message that the product names is a refusal that a test of the server meets',
  (heading) => {
    const met = said('tests/server')
    const unmet = keysOf(heading).filter((key) => !('status' in messages[key]) || !isExpected(met, key))
    expect(unmet).toEqual([])
  },
)

test('each success that the product names is a notice that a browser test reads', () => {
  const read = said('tests/browser')
  const unread = keysOf('Success messages').filter((key) => {
    const words = english[key] ?? ''
    return 'status' in messages[key] || !read.includes(`'${words}'`)
  })
  expect(unread).toEqual([])
})
