import type { Opening, TargetModel, ValueSource } from './report-declaration.ts'
import { reportAddress, type Asked } from './report-parameters.ts'

/** A row of a report. */
export type Row = Readonly<Record<string, unknown>>

/** What values of a link come from. */
export interface Answered {
  readonly asked: Asked
  readonly meta: Readonly<Record<string, unknown>>
}

/** Where a value leads to in the console; undefined where there is nothing to open. */
export function addressOf(opens: Opening, row: Row, answered: Answered): string | undefined {
  if ('report' in opens) {
    const values = Object.entries(opens.parameters).flatMap(([name, source]) => {
      const value = valueOf(source, row, answered)
      return value === undefined ? [] : [[name, value] as const]
    })
    // The first parameter says what is opened; the others only narrow it.
    const isThere = values.some(([name]) => name === Object.keys(opens.parameters)[0])
    return isThere ? reportAddress(opens.report, Object.fromEntries(values)) : undefined
  }
  const id = valueOf(opens.id, row, answered)
  const model = modelOf(opens.model, answered.asked)
  return id === undefined || model === undefined ? undefined : recordAddress(model, id)
}

/** The model that a target names, given what was asked for. */
export function modelOf(target: TargetModel, asked: Asked): string | undefined {
  return typeof target === 'string' ? target : target.models[asked[target.parameter] ?? '']
}

export function recordAddress(model: string, id: string): string {
  return `/m/${encodeURIComponent(model)}/${encodeURIComponent(id)}`
}

function valueOf(source: ValueSource, row: Row, { asked, meta }: Answered): string | undefined {
  const value =
    (source.row === undefined ? undefined : row[source.row]) ??
    (source.meta === undefined ? undefined : meta[source.meta]) ??
    (source.parameter === undefined ? undefined : asked[source.parameter])
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
