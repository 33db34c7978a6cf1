import type { Model, Registry } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import type { LinesChange, NewLine } from '../documents/line-plan.ts'

type Fields = Readonly<Record<string, FieldValue | null>>

/** A document that an action makes of another one: its own fields and its lines. */
export interface DocumentDraft {
  readonly model: Model
  readonly values: Map<string, FieldValue | null>
  readonly lines: readonly [LinesChange]
}

/** A document with a folio, a total and `partidas`, which is to be made. */
export function documentDraft(
  { models }: Registry,
  name: string,
  { fields, lines }: { readonly fields: Fields; readonly lines: readonly Fields[] },
): DocumentDraft {
  const model = models.get(name)
  const kind = model?.lines.find((own) => own.name === 'partidas')
  const ofLines = models.get(kind?.model ?? '')
  if (model === undefined || kind === undefined || ofLines === undefined) {
    throw new Error(`${name} is no document with partidas`)
  }
  const created = lines.map((line, index): NewLine => ({
    model: ofLines,
    place: `partidas[${index}]`,
    values: new Map(Object.entries(line)),
    id: '',
    inherited: new Map(),
    lines: [],
  }))
  const change = { lines: kind, model: ofLines, created, changed: [], removed: [] }
  return { model, values: new Map(Object.entries(fields)), lines: [change] }
}
