import { targetOf } from '../../dictionary/registry.ts'
import type { Model, ReferenceField, Registry } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { mayDo } from '../../identity/rights.ts'
import { WORDS_AMBIGUOUS, WORDS_NOT_SEEN } from '../../messages/imports.ts'
import { JsonNumber } from '../../query/json-number.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import { ReferenceFinder, type Found } from '../../store/records/import-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import type { WriteTools } from '../write-tools.ts'
import type { PreviewRequest } from './tried-write.ts'

/** A reference that a body names in words or by its key. */
interface Named {
  readonly field: ReferenceField
  readonly text: string
  readonly place: string
}

// A line of a document has few references, and a document 5,000 lines at the most.
const MAX_NAMED = 20_000
const STR = '_str'

/**
 * The body with ids where it names references in words only, `articulo_str` without `articulo`, as files of imports do:
 * what is pasted from a spreadsheet has no ids.
 */
export async function wordsToIds(
  tools: WriteTools,
  caller: Caller,
  { model, body }: PreviewRequest,
): Promise<{ readonly body: JsonObject; readonly problems: readonly ErrorEntry[] }> {
  const named: Named[] = []
  collect(tools.registry, { model, body, place: '' }, named)
  if (named.length === 0) return { body, problems: [] }
  const found = await find(tools, caller, named)
  const problems: ErrorEntry[] = []
  const ids = new Map<string, string>()
  for (const { field, text, place } of named) {
    const record = found.get(field.target)?.get(text) ?? null
    if (record?.kind === 'id') ids.set(`${place}${field.name}`, record.id)
    else problems.push(problemOf({ field, text, place }, record))
  }
  return { body: filled(body, '', ids), problems }
}

function problemOf({ field, text, place }: Named, record: Found | null): ErrorEntry {
  const shown = JSON.stringify(text.slice(0, 80))
  const about = { field: `${place}${field.name}`, target: field.target, shown }
  const message = record === null ? WORDS_NOT_SEEN(about) : WORDS_AMBIGUOUS(about)
  return { code: 'UNKNOWN_REFERENCE', field: about.field, message }
}

function collect(
  registry: Registry,
  {
    model,
    body,
    place,
  }: { readonly model: Model; readonly body: JsonObject; readonly place: string },
  named: Named[],
): void {
  for (const [name, value] of Object.entries(body)) {
    if (named.length >= MAX_NAMED) return
    const field = referenceIn(model, body, name)
    if (field !== undefined && isWords(value)) named.push({ field, text: value.trim(), place })
    const lines = model.lines.find((relation) => relation.name === name)
    const target = registry.models.get(lines?.model ?? '')
    if (target === undefined || !Array.isArray(value)) continue
    for (const [i, line] of value.entries()) {
      const at = { model: target, body: line, place: `${place}${name}[${i}].` }
      if (isObject(line)) collect(registry, at, named)
    }
  }
}

/** The reference that a name such as `articulo_str` stands for, where the body has no id of it. */
function referenceIn(model: Model, body: JsonObject, name: string): ReferenceField | undefined {
  if (!name.endsWith(STR)) return undefined
  const field = model.fieldByName.get(name.slice(0, -STR.length))
  return field?.type === 'reference' && !Object.hasOwn(body, field.name) ? field : undefined
}

/** PostgreSQL knows no text with a null byte, so no record has it. */
function isWords(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
}

function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  )
}

/** One look-up for each model that is named, as far as the caller may read it. */
async function find(
  { database, views }: WriteTools,
  { rights, empresa }: Caller,
  named: readonly Named[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Found | null>>> {
  const { reachable } = views.of(rights)
  const finder = new ReferenceFinder(reachable, empresa)
  const byTarget = Map.groupBy(named, ({ field }) => field.target)
  return await writeAs(database, empresa, async (tx) => {
    const found = new Map<string, ReadonlyMap<string, Found | null>>()
    for (const [name, own] of byTarget) {
      const [first] = own
      const target = first === undefined ? undefined : targetOf(reachable, first.field)
      if (target === undefined || !mayDo(rights, target, 'leer')) continue
      found.set(name, await finder.find(tx, target, new Set(own.map(({ text }) => text))))
    }
    return found
  })
}

function filled(body: JsonObject, place: string, ids: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): readonly [string, unknown][] => {
      const shown = Array.isArray(value)
        ? value.map((line, i) =>
            isObject(line) ? filled(line, `${place}${name}[${i}].`, ids) : line,
          )
        : value
      const own = name.slice(0, -STR.length)
      const id = name.endsWith(STR) ? ids.get(`${place}${own}`) : undefined
      return id === undefined
        ? [[name, shown]]
        : [
            [own, new JsonNumber(id)],
            [name, shown],
          ]
    }),
  )
}
