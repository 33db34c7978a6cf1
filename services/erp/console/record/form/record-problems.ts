import type { NodePath } from '../record-node.ts'

/** One thing that the service refused, as far as it matters here. */
interface Refusal {
  readonly message: string
  readonly field?: string | undefined
}

/** What is wrong with a field of the record or of one of its lines. */
export interface FieldProblem {
  readonly path: NodePath
  readonly field: string
  readonly message: string
}

export interface Problems {
  readonly fields: readonly FieldProblem[]
  /** What belongs to no field that is shown. */
  readonly general: readonly string[]
}

export const NO_PROBLEMS: Problems = { fields: [], general: [] }

/**
 * The service's problems at their fields: it names `partidas[2].precio` by the places of what was sent.
 * @param isField whether a record at this path shows the field
 */
export function problemsAt(
  refused: readonly Refusal[],
  places: ReadonlyMap<string, NodePath>,
  isField: (path: NodePath, field: string) => boolean,
): Problems {
  const fields: FieldProblem[] = []
  const general: string[] = []
  for (const { field, message } of refused) {
    const { place, name } = split(field ?? '')
    const path = places.get(place)
    const own = ownMessage(message, place)
    if (path !== undefined && name !== '' && isField(path, name)) {
      fields.push({ path, field: name, message: own })
    } else general.push(message)
  }
  return { fields, general }
}

function split(field: string): { readonly place: string; readonly name: string } {
  const dot = field.lastIndexOf('.')
  if (dot < 0) return field.endsWith(']') ? { place: field, name: '' } : { place: '', name: field }
  return { place: field.slice(0, dot), name: field.slice(dot + 1) }
}

// How the service says in Spanish where `partidas[1].desglose[0]` is.
const SPANISH_PLACE = /^(?:«[^»]*», renglón \d+(?:, )?)+: /

/** The line is seen where the message stands, so its place is not said again. */
function ownMessage(message: string, place: string): string {
  if (place === '') return message
  const prefix = `${place}: `
  if (message.startsWith(prefix)) return message.slice(prefix.length)
  return message.replace(SPANISH_PLACE, '')
}

function isSamePath(one: NodePath, other: NodePath): boolean {
  return (
    one.length === other.length &&
    one.every(([relation, key], index) => {
      const step = other[index]
      return step !== undefined && step[0] === relation && step[1] === key
    })
  )
}

/** The problem of one field, or undefined. */
export function problemOf(problems: Problems, path: NodePath, field: string): string | undefined {
  const own = problems.fields.filter((one) => one.field === field && isSamePath(one.path, path))
  return own.length === 0 ? undefined : own.map(({ message }) => message).join(' ')
}

/** Without those of a field, which was changed since. */
export function withoutField(problems: Problems, path: NodePath, field: string): Problems {
  const fields = problems.fields.filter((one) => one.field !== field || !isSamePath(one.path, path))
  return fields.length === problems.fields.length ? problems : { ...problems, fields }
}
