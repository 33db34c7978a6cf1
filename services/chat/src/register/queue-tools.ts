import type { ProcessCalls } from '../events/process-calls.ts'
import type { Tools } from '../tenancy/act.ts'

/** What is needed in addition to answer for the queues of other processes. */
export interface QueueTools extends Tools {
  readonly processCalls: ProcessCalls
}
