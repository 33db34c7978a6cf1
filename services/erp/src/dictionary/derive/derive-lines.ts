import type { ModelSource } from '../model-source.ts'
import { snakeCase } from '../naming.ts'
import { pluralOf } from '../plural.ts'
import type { Lines } from '../types.ts'
import { lineKey } from './derive-text.ts'

/** The models whose records are lines by rule, by the model of their head. */
export function linesByHead(
  sources: Iterable<ModelSource>,
): ReadonlyMap<string, readonly ModelSource[]> {
  const byHead = new Map<string, ModelSource[]>()
  for (const source of sources) {
    const head = headOf(source)
    if (head !== null) byHead.set(head, [...(byHead.get(head) ?? []), source])
  }
  return byHead
}

/** Catalogs that all companies share are no documents, whatever they refer to. */
function headOf(source: ModelSource): string | null {
  const [document] = lineKey(source.fields)
  if (document === undefined || source.level <= 2) return null
  const kind = source.fields.find(({ name }) => name === document)?.spec.kind
  return kind?.type === 'reference' ? kind.target : null
}

/**
 * The lines of a head: those that its file names, then those that follow by rule, which is what their own file says:
 * its first field is the head, the second counts the lines.
 * @source docs/decisions/0240-erp-documents.md
 */
export function deriveLines(
  source: ModelSource,
  around: {
    readonly sources: ReadonlyMap<string, ModelSource>
    readonly byHead: ReadonlyMap<string, readonly ModelSource[]>
  },
): readonly Lines[] {
  const named = source.lineModels.map(({ name, model, field }) => {
    const target = around.sources.get(model)
    const [document = '', number = null] = target === undefined ? [] : lineKey(target.fields)
    const reference = field ?? referenceTo(target, source.name) ?? document
    return { name, model, field: reference, number: reference === document ? number : null }
  })
  const derived = (around.byHead.get(source.name) ?? [])
    .filter(({ name }) => !named.some(({ model }) => model === name))
    .map((lines) => {
      const [field = '', number = null] = lineKey(lines.fields)
      return { name: linesName(lines.name, source.name), model: lines.name, field, number }
    })
  return [...named, ...derived]
}

function referenceTo(source: ModelSource | undefined, head: string): string | undefined {
  return source?.fields.find(
    ({ spec: { kind } }) => kind.type === 'reference' && kind.target === head,
  )?.name
}

/** `CompraPartida` of `Compra` are its `partidas`, `CalendarioContrato` of `Contrato` its `calendarios`. */
function linesName(model: string, head: string): string {
  const words = snakeCase(model).split('_')
  const headWords = snakeCase(head).split('_')
  const same = words.findIndex((word, i) => word !== headWords[i])
  const own = words.slice(Math.max(same, 0))
  const isTail = headWords.every((word, i) => own.at(i - headWords.length) === word)
  const [first = '', ...rest] =
    isTail && own.length > headWords.length ? own.slice(0, -headWords.length) : own
  return [pluralOf(first).normalize('NFD').replace(/\p{M}/gu, ''), ...rest].join('_')
}
