/** A row of the audit trail, as its report answers it. */
export interface TrailRow {
  readonly id: number
  /** The record's own model, or that of one of its lines. */
  readonly modelo: string
  readonly registro_str: string | null
  readonly fecha_hora: string
  readonly usuario: number | null
  readonly usuario_str: string | null
  readonly operacion: 'alta' | 'cambio' | 'baja' | 'accion'
  readonly accion: string | null
  readonly motivo: string | null
  readonly antes: Fields
  readonly despues: Fields
  /** References among them in words. */
  readonly antes_str: Fields
  readonly despues_str: Fields
  /** What is called how that is no column. */
  readonly nombres: Readonly<Record<string, string>> | null
}

type Fields = Readonly<Record<string, unknown>> | null

interface TrailColumn {
  readonly name: string
  readonly label: string
}

/** A field that changed, with what it was and became as it travels. */
export interface FieldChange<C extends TrailColumn> {
  readonly label: string
  readonly column: C | undefined
  readonly before: unknown
  readonly after: unknown
  /** Of references. */
  readonly beforeText: unknown
  readonly afterText: unknown
}

/**
 * What changed by an entry: the state, then what the action says besides, then columns in the order of the model. A new
 * record and one that is gone changed nothing.
 */
export function changesOf<C extends TrailColumn>(
  row: TrailRow,
  columns: readonly C[],
): readonly FieldChange<C>[] {
  const { operacion: operation, antes: before, despues: after } = row
  if (operation === 'alta' || operation === 'baja') return []
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const place = new Map(columns.map(({ name }, index) => [name, index]))
  const rank = (name: string): number => (name === 'estado' ? -2 : (place.get(name) ?? -1))
  return (
    names
      .filter((name) => !isSame(before?.[name], after?.[name]))
      // What an action notes for itself, by lines or as a list, is no sentence.
      .filter((name) => place.has(name) || !isObject(after?.[name] ?? before?.[name]))
      .toSorted((one, other) => rank(one) - rank(other))
      .map((name) => {
        const column = columns[place.get(name) ?? columns.length]
        return {
          label: column?.label ?? row.nombres?.[name] ?? name,
          column,
          before: before?.[name],
          after: after?.[name],
          beforeText: row.antes_str?.[name],
          afterText: row.despues_str?.[name],
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

/** Rows without those of lines that came with their document: it was made, and says so. */
export function withoutFirstLines(rows: readonly TrailRow[], model: string): readonly TrailRow[] {
  const made = rows.find((row) => row.operacion === 'alta' && row.modelo === model)
  return rows.filter(
    (row) =>
      row.modelo === model || row.operacion !== 'alta' || row.fecha_hora !== made?.fecha_hora,
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The log writes decimals as text and leaves out what is empty. */
function isSame(one: unknown, other: unknown): boolean {
  return (one ?? null) === (other ?? null) || JSON.stringify(one) === JSON.stringify(other)
}
