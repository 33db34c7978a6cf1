import type { Tx } from '@oficina/kit/database.ts'

import type { ErrorEntry } from '../../../errors.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import type { Postings } from '../contabilidad/effects/write-entries.ts'

/** A record whose CFDI was stamped. */
export interface StampedRecord {
  readonly cfdi: string
  readonly registro: string
  readonly uuid: string
  /** ISO 8601, UTC. */
  readonly fechaTimbrado: string
  /** `YYYY-MM-DD` of the CFDI, at its place. */
  readonly fecha: string
}

/** A record whose CFDI was cancelled. */
export interface CancelledRecord {
  readonly cfdi: string
  readonly registro: string
  readonly uuid: string
  /** A key of c_MotivoCancelacion. */
  readonly motivo: string
}

/** What follows from stamps or from their cancelling, before the numbers are there that it takes. */
export interface StampEffects {
  /** Records that cannot be finished as the configuration is now; their stamp is kept, and they are tried again. */
  readonly refused: ReadonlyMap<string, ErrorEntry>
  readonly postings: Postings
  readonly counters: ReadonlyMap<string, number>
  readonly write: (numbering: Numbering) => Promise<void>
}

/**
 * What the stamp of a CFDI does to the records that it is for. All of it happens in one transaction, once for each stamp,
 * whoever finishes it.
 * @source docs/decisions/0251-erp-stamping.md
 */
export interface CfdiKind {
  readonly model: string
  /** Locks the records in the order of their ids, before anything else is locked. */
  readonly lock: (tx: Tx, empresa: EmpresaId, registros: readonly string[]) => Promise<void>
  readonly finish: (
    context: ActionContext,
    stamped: readonly StampedRecord[],
  ) => Promise<StampEffects>
  /** What follows when their CFDI are cancelled. */
  readonly cancel: (
    context: ActionContext,
    cancelled: readonly CancelledRecord[],
  ) => Promise<StampEffects>
  /** What the PAC's refusal does to them, where it is more than that they can be mended. */
  readonly reject?: (context: ActionContext, registros: readonly string[]) => Promise<void>
}
