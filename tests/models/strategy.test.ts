import { strategyMachine } from '../../src/machines/orders/strategy.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/strategy.ts'

testMachine(strategyMachine, walks)
