/** A row of the audit trail, as its report answers it. */
export interface TrailRow {
  readonly id: number
  readonly fecha_hora: string
  readonly usuario: number | null
  readonly usuario_str: string | null
  readonly operacion: 'alta' | 'cambio' | 'baja' | 'accion'
  readonly accion: string | null
  readonly motivo: string | null
  readonly antes: Fields
  readonly despues: Fields
}

type Fields = Readonly<Record<string, unknown>> | null

interface TrailColumn {
  readonly name: string
  readonly label: string
  /** The model that it refers to. */
  readonly references: string | null
}

/** A field that changed, with what it was and became as it travels. */
export interface FieldChange<C extends TrailColumn> {
  readonly label: string
  readonly column: C | undefined
  readonly before: unknown
  readonly after: unknown
}

/** Ids of records that a history speaks of, by model. */
export type NamedIds = ReadonlyMap<string, ReadonlySet<number>>

/** What changed by an entry, in the order of the model's columns. A new record and one that is gone changed nothing. */
export function changesOf<C extends TrailColumn>(
  row: TrailRow,
  columns: readonly C[],
): readonly FieldChange<C>[] {
  const { operacion: operation, antes: before, despues: after } = row
  if (operation === 'alta' || operation === 'baja') return []
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const place = new Map(columns.map(({ name }, index) => [name, index]))
  const known = (name: string): number => place.get(name) ?? columns.length
  return (
    names
      .filter((name) => !isSame(before?.[name], after?.[name]))
      // What an action notes for itself, by lines or as a list, is no sentence.
      .filter((name) => place.has(name) || !isObject(after?.[name] ?? before?.[name]))
      .toSorted((one, other) => known(one) - known(other))
      .map((name) => {
        const column = columns[known(name)]
        return {
          label: column?.label ?? spoken(name),
          column,
          before: before?.[name],
          after: after?.[name],
        }
      })
  )
}

/** The action of an entry as its button says it; undefined where nobody ran one. */
export function actionLabel(
  { accion: action }: TrailRow,
  actions: readonly { readonly name: string; readonly label: string }[],
): string | undefined {
  if (action === null) return undefined
  return actions.find(({ name }) => name === action)?.label ?? action
}

/** The records that changes name by their ids. */
export function namedIds(changes: readonly FieldChange<TrailColumn>[]): NamedIds {
  const found = new Map<string, Set<number>>()
  for (const { column, before, after } of changes) {
    const target = column?.references
    if (target === null || target === undefined) continue
    const ids = found.get(target) ?? new Set()
    for (const value of [before, after]) {
      const id = Number(value)
      if (value !== null && value !== undefined && Number.isSafeInteger(id)) ids.add(id)
    }
    found.set(target, ids)
  }
  return found
}

/** `motivo_cierre` as `Motivo cierre`. */
function spoken(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The log writes decimals as text and leaves out what is empty. */
function isSame(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null) || JSON.stringify(one) === JSON.stringify(other)
}
