import { expect, it } from 'vitest'
import { leverCommands } from '../../../server/lever/halts.ts'
import * as api from '../../../src/api/trade/lever.ts'
import { describeServer } from '../harness.ts'
import { price } from '../microtrade/support.ts'
import { contract } from './support.ts'

describeServer.onSqlite('lever halts: the operator’s commands about contracts', (server) => {
  const operator = (name: string, ...args: string[]) => {
    const command = leverCommands.find((each) => each.name === `lever ${name}`)
    if (!command) throw new Error(`no command ${name}`)
    return command.run({ platform: server.platform, who: 'ann', args, tell: () => {}, options: { why: 'a test' } })
  }

  it('halt a symbol, all symbols or the whole function, list halts, and resume; each act is in the audit log', async () => {
    const { token } = await server.person()
    await price(server, '40000.00')
    const refusal = async () => {
      const answer = await server.call(api.submit, contract(), token)
      return 'key' in answer ? answer.key : 'ok'
    }
    for (const [scope, key] of [
      ['BTCUSDT', 'tradingClosed'],
      ['all', 'tradingClosed'],
      ['off', 'functionOff'],
    ] as const) {
      await operator('halt', scope)
      await operator('halt', scope)
      expect(await refusal()).toBe(key)
      expect(await operator('halts')).toEqual([{ scope, since: new Date(server.clock.now()).toISOString() }])
      await operator('resume', scope)
      expect(await refusal()).toBe('ok')
    }
    await expect(operator('halt', 'USDJPY')).rejects.toThrow('there is no contract USDJPY')
    const acts = await server.platform.db.selectFrom('audit').select(['act', 'who']).orderBy('id').execute()
    expect(acts.at(-1)).toEqual({ act: 'lever resume off', who: 'ann' })
    expect(acts).toHaveLength(9)
  })
})
