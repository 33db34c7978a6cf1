import type { TableShape } from './table-shape.ts'

/**
 * One change of the database. `add` loses nothing and the service applies it itself; `lossy` could lose data or fail on
 * existing rows, and is refused unless a look at the rows shows that none is concerned.
 */
export interface SchemaStep {
  readonly kind: 'add' | 'lossy'
  readonly table: string
  /** Statements of one transaction, which can be repeated. */
  readonly sql: string
  readonly reason: string
  /** A query for the rows that the step would break or whose data it would lose: see `breaking-rows.ts`. */
  readonly rows?: string
  /**
   * Takes away what the dictionary no longer names, so it is never done unasked, whether rows have values or not: the
   * dictionary may be that of an older version beside a newer one.
   */
  readonly isRemoval?: true
  /** What must be done first to the rows that break it, as an operator may order. Absent: a person must mend them. */
  readonly mend?: string
  /** The same as `sql` where there are many rows, so that nobody waits: each statement alone, outside of transactions. */
  readonly gentle?: readonly string[]
  /** The table's shape once this step is done, where the step completes one. */
  readonly shapeAfter?: TableShape
}

type More = Pick<SchemaStep, 'rows' | 'isRemoval' | 'mend' | 'gentle' | 'shapeAfter'>

interface Change {
  readonly table: string
  readonly sql: string
  readonly reason: string
}

/** A step that loses nothing and that no row can break. */
export function add(change: Change, more: More = {}): SchemaStep {
  return { kind: 'add', ...change, ...more }
}

/** A step that may lose something, or that rows may break. */
export function lossy(change: Change, more: More = {}): SchemaStep {
  return { kind: 'lossy', ...change, ...more }
}
