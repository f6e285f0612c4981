import { forexMachine } from '../../src/machines/orders/forex.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/forex.ts'

testMachine(forexMachine, walks)
