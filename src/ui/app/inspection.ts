import type { InspectionEvent, Observer } from 'xstate'

/** Actor options that connect an inspector in development; empty otherwise. */
export type Inspection = { inspect?: Observer<InspectionEvent> | ((event: InspectionEvent) => void) }
