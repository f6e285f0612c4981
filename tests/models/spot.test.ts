import { spotMachine } from '../../src/machines/orders/spot.ts'
import { testMachine } from './coverage.ts'
import { walks } from './orders/spot.ts'

testMachine(spotMachine, walks)
