import type { ModelSource } from '../model-source.ts'
import type { ModelDefinition } from '../types.ts'

/** A model file together with the whole model derived from it. */
export interface CheckedModel {
  readonly source: ModelSource
  readonly model: ModelDefinition
}

/** Reports that something is wrong at `path` of the model's file: `fields/folio`. */
export type Complain = (path: string, message: string) => void
