import type { Kind } from '@oficina/api/kind.ts'
import { described } from '@oficina/api/kinds.ts'

import { id as idKind } from '../../query/parameters.ts'

/** The key of a parameter’s schema that names the model whose record it is. */
export const REFERENCED = 'x-references'

/** A record of this model. */
export function reference(model: string, description = `A ${model}.`): Kind<string> {
  const { schema, ...kind } = described(idKind, description)
  return { ...kind, schema: { ...schema, [REFERENCED]: model } }
}
