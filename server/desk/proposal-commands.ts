import { noteAct } from '../audit/index.ts'
import { type Command, date, type Given, OperatorError, type Rows, reasonOf, why } from '../platform/command.ts'
import { commit } from '../platform/unit/unit.ts'
import { findOperator, rolesOf } from './operators.ts'
import { deskCommands, may } from './permissions.ts'
import { endProposal, isBy, isOver, lineOf, openProposals, type Proposal, takeProposal, wordsOf } from './proposals.ts'

/** What a second person does about acts that wait for one. */
export const proposalCommands: readonly Command[] = [
  {
    name: 'proposal list',
    args: [],
    options: [],
    about: 'Lists the acts about money that wait for a second person, and those that were begun and broke off.',
    desk: { roles: ['treasurer', 'auditor'], as: 'queue', title: 'Second person', of: 'proposal' },
    run: async ({ platform }) =>
      (await openProposals(platform.db)).map((each) => ({
        id: each.id,
        proposed: each.operator,
        act: each.command,
        words: lineOf(wordsOf(each)),
        at: date(each.at),
        state: each.state === 'waiting' && isOver(platform, each) ? 'too old' : each.state,
        second: each.second,
      })),
  },
  {
    name: 'proposal confirm',
    args: ['ID'],
    options: [why],
    about: 'Agrees to an act that another person proposed, and carries it out.',
    desk: {
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
    about: 'Declines an act that waits for a second person; whoever proposed it may, too.',
    desk: {
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
        const { command, operator } = await takeProposal(unit, args[0] ?? '', change)
        await noteAct(unit, { who, act: 'proposal decline', userId: null, why: `${command} of ${operator}: ${reason}` })
        return [{ done: 'proposal decline', act: command }]
      })
    },
  },
]

/**
 * Carries out what another person proposed. It is taken before it is begun: whatever breaks off in between, money moves at
 * most once, and the proposal stays in the list as begun.
 */
async function confirm(given: Given): Promise<Rows> {
  const { platform, who } = given
  const { db } = platform
  const reason = reasonOf(given)
  const { proposal, command } = await commit(platform, async (unit) => {
    const proposal = await takeProposal(unit, given.args[0] ?? '', { state: 'begun', second: who })
    if (proposal.operator === who) throw new OperatorError('a second person has to agree: not whoever proposed it')
    if (isOver(platform, proposal)) throw new OperatorError('the proposal is older than a day: propose it anew')
    const command = deskCommands(platform).find(({ name }) => name === proposal.command)
    if (!command) throw new OperatorError(`there is no command ${proposal.command}`)
    for (const name of [proposal.operator, who]) {
      const row = await findOperator(unit.tx, name)
      if (!row || !may(rolesOf(row), command)) throw new OperatorError(`${name} may not do that at the desk`)
    }
    await noteAct(unit, {
      ...{ who, act: 'proposal confirm', userId: null },
      why: `${command.name} of ${proposal.operator}: ${reason}`,
    })
    return { proposal, command }
  })
  try {
    const rows = await command.run({ ...given, who: bothOf(proposal, who), ...wordsOf(proposal) })
    await endProposal(db, proposal.id, { state: 'done', outcome: null })
    return rows
  } catch (error) {
    if (error instanceof OperatorError) await endProposal(db, proposal.id, { state: 'failed', outcome: error.message })
    throw error
  }
}

const bothOf = ({ operator }: Proposal, second: string) => `${operator}, with ${second}`
