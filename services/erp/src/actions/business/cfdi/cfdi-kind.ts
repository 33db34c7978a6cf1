import type { RowModel } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'

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

/**
 * Records that cannot be finished as the configuration is now, by their id; what was answered is kept, and they are tried
 * again.
 */
export type Unfinished = ReadonlyMap<string, ErrorEntry>

/**
 * What the stamp of a CFDI does to the records that it is for. All of it happens in one transaction, once for each stamp,
 * whoever finishes it.
 * @source docs/decisions/0251-erp-stamping.md
 */
export interface CfdiKind {
  readonly model: RowModel
  /** The actions in whose names records are changed when their CFDI are stamped, and when they are cancelled. */
  readonly actions: { readonly stamp: string; readonly cancel: string }
  /** Locks the records in the order of their ids, before anything else is locked. */
  readonly lock: (context: ActionContext, registros: readonly string[]) => Promise<unknown>
  /** Collects what follows from stamps, of records that are locked. */
  readonly finish: (
    context: ActionContext,
    changes: Changes,
    stamped: readonly StampedRecord[],
  ) => Promise<Unfinished>
  /** Collects what follows when their CFDI are cancelled. */
  readonly cancel: (
    context: ActionContext,
    changes: Changes,
    cancelled: readonly CancelledRecord[],
  ) => Promise<Unfinished>
  /** Collects what the PAC's refusal does to them, where it is more than that they can be mended. */
  readonly reject?: (
    context: ActionContext,
    changes: Changes,
    registros: readonly string[],
  ) => Promise<void>
}
