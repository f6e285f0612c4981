import type { MoneyRecord } from '../../../api/money/records.ts'
import * as api from '../../../api/money/records.ts'
import { askOrKept } from '../../../machines/actors/ask.ts'
import {
  createLoadCertificate,
  createLoadRecords,
  createLoadStatement,
  createSaveRecords,
} from '../../../machines/actors/records.ts'
import { moneyViewBy } from '../../../machines/money/moneyView.ts'
import { recordListMachine } from '../../../machines/money/recordList.ts'
import { recordsFileMachine } from '../../../machines/money/recordsFile.ts'
import { pagedListBy } from '../../../machines/parts/pagedList.ts'
import type { Deps } from '../../app/deps.ts'

/** Loaded with the CSV writer when a user first saves. */
const save = async (all: readonly MoneyRecord[]) => (await import('./save-records.ts')).saveRecords(all)

export const compose = ({ client, kept, watchAccount }: Deps) => ({
  recordList: recordListMachine.provide({
    actors: { pagedList: pagedListBy(createLoadRecords(client, kept)), watchAccount },
  }),
  months: moneyViewBy(askOrKept(client, kept, api.months), watchAccount),
  recordsFile: recordsFileMachine.provide({ actors: { saveRecords: createSaveRecords(client, save) } }),
  certificate: moneyViewBy(createLoadCertificate(client), watchAccount),
  statement: moneyViewBy(createLoadStatement(client), watchAccount),
})
