import type { Ledger } from './ledger.ts'

/** Clients of one service that work until they are told to stop. */
export interface Load {
  readonly service: 'erp' | 'chat' | 'documents'
  readonly ledger: Ledger
  /** Resolves when every client has finished what it was at. */
  stop(): Promise<void>
  /** After `stop`: compares what is there with what was acknowledged, and notes what is not as it should be. */
  check(): Promise<void>
}
