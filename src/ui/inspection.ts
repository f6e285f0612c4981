import type { InspectionEvent, Observer } from 'xstate'

/** What an actor that a page makes is handed, so that an inspector can watch it in development; empty otherwise. */
export type Inspection = { inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void) }
