import type { ModelMetadata } from '../metadata/model-metadata.ts'

/** A record as `GET /{modelo}/{id}` answers it. */
export interface ShownRecord {
  readonly id: number
  readonly [field: string]: unknown
}

export interface AroundRecord {
  readonly meta: ModelMetadata
  readonly record: ShownRecord
}

export interface RecordActionsProps extends AroundRecord {
  /** Something happened to the record: read it again. */
  readonly onChanged: () => void
}

/** The buttons of a record's head: what the person may do with it as it is now, and printing. */
export function RecordActions(_props: RecordActionsProps) {
  return null
}

/** What stands beside a record: what happened to it, what refers to it, its files. */
export function RecordSide(_props: AroundRecord) {
  return null
}

/** Below a record: the records that refer to it and are not its lines. */
export function RelatedTabs(_props: AroundRecord) {
  return null
}
