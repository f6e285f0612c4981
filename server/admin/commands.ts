import encodeQR from 'qr'
import { noteAct } from '../audit/module.ts'
import { type Command, date, type Given, OperatorError, type Rows } from '../platform/command.ts'
import { commit, type Unit } from '../platform/unit/unit.ts'
import { createPasswords, type Passwords } from '../security/module.ts'
import {
  addOperator,
  changeOperator,
  listOperators,
  newProof,
  PASSWORD_LENGTH_MIN,
  readName,
  readRoles,
  removeOperator,
  requireGood,
} from './operators.ts'

const roleOption = {
  name: 'roles',
  value: 'ROLES',
  about: 'support, review, treasurer, auditor; separate several by commas',
  needed: true,
} as const

/**
 * The operators of the admin console. No operator can add another there: these commands are only for the command line.
 *
 * @param hashing how passwords are hashed; by default at full strength
 */
export const operatorCommands = (hashing: typeof createPasswords = createPasswords): readonly Command[] => [
  {
    name: 'desk list',
    args: [],
    options: [],
    about: 'Lists the operators of the admin console and their roles.',
    run: async ({ platform }) =>
      (await listOperators(platform.db)).map(({ name, roles, created_at }) => ({
        name,
        roles,
        since: date(created_at),
      })),
  },
  {
    name: 'desk add',
    args: ['NAME'],
    options: [roleOption],
    about: 'Adds an operator to the admin console. Asks for a password, and shows the authenticator secret once.',
    run: async (given) => {
      const name = readName(given.args[0] ?? '')
      const roles = readRoles(given.options.roles ?? '')
      const { row, uri } = await askProof(given, name, hashing(given.platform.random))
      await noted(given, 'desk add', `${name}: ${roles.join(', ')}`, (unit) => addOperator(unit, { name, roles }, row))
      return [{ name, roles: roles.join(' '), authenticator: uri }]
    },
  },
  {
    name: 'desk roles',
    args: ['NAME'],
    options: [roleOption],
    about: 'Changes an operator’s roles and ends their admin console sessions.',
    run: async (given) => {
      const [name = ''] = given.args
      const roles = readRoles(given.options.roles ?? '').join(' ')
      await noted(given, 'desk roles', `${name}: ${roles}`, (unit) => changeOperator(unit, name, { roles }))
      return [{ name, roles }]
    },
  },
  {
    name: 'desk renew',
    args: ['NAME'],
    options: [],
    about: 'Resets an operator’s password and authenticator and ends their admin console sessions.',
    run: async (given) => {
      const [name = ''] = given.args
      const { row, uri } = await askProof(given, name, hashing(given.platform.random))
      await noted(given, 'desk renew', name, (unit) => changeOperator(unit, name, row))
      return [{ name, authenticator: uri }]
    },
  },
  {
    name: 'desk remove',
    args: ['NAME'],
    options: [],
    about: 'Removes an operator and ends their admin console sessions.',
    run: async (given): Promise<Rows> => {
      const [name = ''] = given.args
      await noted(given, 'desk remove', name, (unit) => removeOperator(unit, name))
      return [{ name, done: 'desk remove' }]
    },
  },
]

async function askProof({ secret, tell, platform }: Given, name: string, passwords: Passwords) {
  if (!secret) throw new OperatorError('no terminal to ask for a password')
  const password = await secret(`Password for ${name}, ${PASSWORD_LENGTH_MIN} characters or more`)
  requireGood(password, name)
  if ((await secret('Repeat the password')) !== password) throw new OperatorError('the two passwords differ')
  const proof = await newProof(platform, passwords, { name, password })
  tell(encodeQR(proof.uri, 'ascii'))
  return proof
}

const noted = ({ platform, who }: Given, name: string, why: string, work: (unit: Unit) => Promise<void>) =>
  commit(platform, async (unit) => {
    await work(unit)
    await noteAct(unit, { who, act: name, userId: null, why })
  })
