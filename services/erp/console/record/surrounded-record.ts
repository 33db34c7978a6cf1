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
