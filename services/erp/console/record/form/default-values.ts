import type { Column, ModelMetadata } from '../../metadata/model-metadata.ts'
import type { Values } from '../record-node.ts'

/**
 * What a new record will have without anybody typing it, as far as metadata tells.
 * @param today the company's day, as `2026-11-22`
 */
export function defaultValues({ columns }: ModelMetadata, today: string): Values {
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = defaultOf(column, today)
      return value === undefined || column.computed !== null ? [] : [[column.name, value]]
    }),
  )
}

function defaultOf(
  { type, default: given, read_only: isReadOnly }: Column,
  today: string,
): unknown {
  if (given === null) return undefined
  if (given === 'today') return today
  // The present moment is the service's to say.
  if (type === 'instant' || isReadOnly) return undefined
  return given
}
