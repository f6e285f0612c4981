import { noteAct } from '../audit/module.ts'
import {
  type Command,
  date,
  type Facts,
  ForbiddenError,
  type Given,
  OperatorError,
  type Rows,
  reasonOf,
  why,
} from '../platform/command.ts'
import type { Platform } from '../platform/context.ts'
import { factColumns, factsOf } from '../platform/facts.ts'
import { commit } from '../platform/unit/unit.ts'
import { findOperator, rolesOf } from './operators.ts'
import { adminCommands, may } from './permissions.ts'
import { endProposal, isBy, isOver, openProposals, type Proposal, takeProposal, wordsOf } from './proposals.ts'

/** The commands of the second person. */
export const proposalCommands: readonly Command[] = [
  {
    name: 'proposal list',
    args: [],
    options: [],
    about: 'Lists money acts that wait for a second person, and those that were interrupted.',
    admin: {
      roles: ['treasurer', 'auditor'],
      as: 'queue',
      title: 'Second person',
      of: 'proposal',
      target: { since: 'at', seconds: 4 * 3_600 },
    },
    run: async ({ platform }) =>
      Promise.all(
        (await openProposals(platform.db)).map(async (each) => {
          const { act, ...facts } = factColumns(await factsOfProposal(platform, each), wordsOf(each).options.why ?? '')
          return {
            id: each.id,
            proposed: each.operator,
            at: date(each.at),
            state: each.state === 'waiting' && isOver(platform, each) ? 'too old' : each.state,
            second: each.second,
            asks: act ?? null,
            ...facts,
          }
        }),
      ),
  },
  {
    name: 'proposal confirm',
    args: ['ID'],
    options: [why],
    about: 'Approves an act that another operator proposed, and executes it.',
    admin: {
      roles: ['treasurer'],
      as: 'act',
      title: 'Agree and carry out',
      of: 'proposal',
      fits: (row, who) => row.state === 'waiting' && !isBy(row, who),
    },
    run: confirm,
  },
  {
    name: 'proposal decline',
    args: ['ID'],
    options: [why],
    about: 'Declines an act that waits for a second person. Its proposer may decline it too.',
    admin: {
      roles: ['treasurer'],
      as: 'act',
      title: 'Decline',
      of: 'proposal',
      fits: ({ state }) => state === 'waiting' || state === 'too old',
    },
    run: async (given) => {
      const { platform, who, args } = given
      const reason = reasonOf(given)
      return commit(platform, async (unit) => {
        const change = { state: 'declined', second: who, outcome: reason } as const
        const proposal = await takeProposal(unit, args[0] ?? '', change)
        const facts = await noted(platform, proposal)
        await noteAct(unit, { who, act: 'proposal decline', userId: null, why: reason, facts })
        return [{ done: 'proposal decline', act: proposal.command }]
      })
    },
  },
]

/**
 * Executes another operator's proposal. It is claimed first: if anything is interrupted, money moves at most once, and the proposal stays
 * in the list as begun.
 */
async function confirm(given: Given): Promise<Rows> {
  const { platform, who } = given
  const { db } = platform
  const reason = reasonOf(given)
  const { proposal, command, facts } = await commit(platform, async (unit) => {
    const proposal = await takeProposal(unit, given.args[0] ?? '', { state: 'begun', second: who })
    if (proposal.operator === who) throw new ForbiddenError('another operator than its proposer must approve it')
    if (isOver(platform, proposal)) throw new OperatorError('the proposal is more than a day old: propose it again')
    const command = adminCommands(platform).find(({ name }) => name === proposal.command)
    if (!command) throw new OperatorError(`there is no command ${proposal.command}`)
    for (const name of [proposal.operator, who]) {
      const row = await findOperator(unit.tx, name)
      if (!row || !may(rolesOf(row), command))
        throw new ForbiddenError(`${name} is not allowed to do that in the admin console`)
    }
    const facts = await noted(platform, proposal)
    await noteAct(unit, { who, act: 'proposal confirm', userId: null, why: reason, facts })
    return { proposal, command, facts }
  })
  try {
    const rows = await command.run({ ...given, who: bothOf(proposal, who), ...wordsOf(proposal), facts })
    await endProposal(db, proposal.id, { state: 'done', outcome: null })
    return rows
  } catch (error) {
    if (error instanceof OperatorError) await endProposal(db, proposal.id, { state: 'failed', outcome: error.message })
    throw error
  }
}

/** The current facts of a proposal. */
async function factsOfProposal(platform: Platform, proposal: Proposal): Promise<Facts> {
  const command = adminCommands(platform).find(({ name }) => name === proposal.command)
  return command ? factsOf(platform, command, wordsOf(proposal)) : { act: proposal.command }
}

/** The same for the audit log, with the proposer. */
const noted = async (platform: Platform, proposal: Proposal): Promise<Facts> => ({
  ...(await factsOfProposal(platform, proposal)),
  ...{ proposal: proposal.id, 'proposed by': proposal.operator },
})

const bothOf = ({ operator }: Proposal, second: string) => `${operator}, with ${second}`
