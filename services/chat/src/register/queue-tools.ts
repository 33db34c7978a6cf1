import type { Tools } from '../events/act.ts'
import type { ProcessCalls } from '../events/process-calls.ts'

/** What is needed in addition to answer for the queues of other processes. */
export interface QueueTools extends Tools {
  readonly processCalls: ProcessCalls
}
