import { swapMachine } from '../../src/machines/orders/swap.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/swap.ts'

testMachine(swapMachine, walks)
