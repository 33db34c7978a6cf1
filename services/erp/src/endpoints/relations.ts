import { notFound } from '../actions/not-found.ts'
import type { Model } from '../dictionary/types.ts'
import { modelOf, recordIdOf, viewOf, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { demand, mayDo } from '../identity/rights.ts'
import {
  relatedSelection,
  relationCountsSql,
  type RelatedSelection,
} from '../query/listing/relation-counts.ts'
import { findModelNumber } from '../store/numbers/model-number-store.ts'
import { readAs } from '../store/tenant-database.ts'
import { success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { modelo, recordId } from './kinds.ts'

/** Counting stops here: nobody reads how many there are of thousands. */
const MOST = 100
// One statement counts this many models; a record of a catalog is referred to by hundreds.
const MODELS_AT_ONCE = 60
/** What names a record by `modelo` and `registro`, and is shown of it otherwise. */
const SHOWN_OTHERWISE = new Set(['Adjunto', 'RegistroAuditoria', 'Notificacion'])

/**
 * What refers to a record, counted: its lines, the documents that name it, the entries that it made.
 * @source docs/decisions/0267-erp-relations.md
 */
export const relations = endpoint({
  method: 'GET',
  path: '/api/v1/:modelo/:id/relaciones',
  auth: 'bearer',
  tag: 'records',
  summary: 'How many records refer to a record, by model and field, as far as the caller may read',
  named: { modelo, id: recordId },
  demands: (exchange) => demand(exchange.caller.rights, modelOf(exchange), 'leer'),
  answers: {
    200: success({
      type: 'array',
      items: {
        type: 'object',
        required: ['model', 'label', 'field', 'field_label', 'filter', 'count', 'more'],
        properties: {
          model: { type: 'string' },
          label: { type: 'string', description: 'Of the model, in the plural.' },
          field: {
            type: ['string', 'null'],
            description:
              'What refers to the record; null: it is the origin, by modelo and registro.',
          },
          field_label: { type: ['string', 'null'] },
          filter: { type: 'string', description: 'The query of a listing of them.' },
          count: { type: 'integer', minimum: 1, maximum: MOST },
          more: { type: 'boolean', description: 'There are more than were counted.' },
        },
      },
    }),
  },
  failures: [404],
  handle: async (exchange) => {
    const { reply } = exchange
    const model = modelOf(exchange)
    const id = recordIdOf(exchange)
    if (!(await isReached(exchange, model, id))) throw notFound(model, id)
    const related = await relatedSelections(exchange, model, id)
    const counted = await counts(exchange, related)
    const data = counted
      .filter(({ of }) => !isFoundByField(of, counted))
      .map(({ of, count }) => ({
        model: of.selection.model.name,
        label: of.selection.model.labelPlural,
        field: of.field,
        field_label: labelOf(of),
        filter: of.filter,
        count: Math.min(count, MOST),
        more: count > MOST,
      }))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'es-MX'))
    return sendData(reply, data, { model: model.name, id: Number(id), total: data.length })
  },
})

function labelOf({ selection, field }: RelatedSelection): string | null {
  return field === null ? null : (selection.model.fieldByName.get(field)?.label ?? null)
}

/** What refers to a record by a field as well as by its origin is told by the field. */
function isFoundByField(
  { field, selection }: RelatedSelection,
  counted: readonly { readonly of: RelatedSelection }[],
): boolean {
  const { name } = selection.model
  return (
    field === null &&
    counted.some(({ of }) => of.field !== null && of.selection.model.name === name)
  )
}

async function isReached(exchange: Exchange, model: Model, id: string): Promise<boolean> {
  const selection = relatedSelection(viewOf(exchange).modelFor(model, 'leer'), { id })
  if (selection === undefined) return false
  return (await counts(exchange, [{ selection, field: 'id', filter: '' }])).length > 0
}

async function relatedSelections(
  exchange: Exchange,
  model: Model,
  id: string,
): Promise<readonly RelatedSelection[]> {
  const { tools, caller } = exchange
  const select = (name: string, field: string | null, values: Readonly<Record<string, string>>) => {
    const target = tools.registry.models.get(name)
    if (target === undefined || !mayDo(caller.rights, target, 'leer')) return []
    const selection = relatedSelection(viewOf(exchange).modelFor(target, 'leer'), values)
    const filter = new URLSearchParams(values).toString()
    return selection === undefined ? [] : [{ selection, field, filter }]
  }
  const referring = model.dependents.flatMap(({ model: name, field }) =>
    select(name, field, { [field]: id }),
  )
  const modelo = await findModelNumber(tools.database, caller.empresa, model.name)
  const made =
    modelo === undefined
      ? []
      : [...tools.registry.models.values()]
          .filter(hasOrigin)
          .flatMap(({ name }) => select(name, null, { modelo, registro: id }))
  return [...referring, ...made]
}

/** Whether records of a model name the record that caused them. */
function hasOrigin({ name, references, fieldByName }: Model): boolean {
  const isByModel = references.some(
    (field) => field.name === 'modelo' && field.target === 'ModeloSistema',
  )
  return isByModel && fieldByName.get('registro')?.type === 'text' && !SHOWN_OTHERWISE.has(name)
}

async function counts<R extends RelatedSelection>(
  { tools, caller }: Exchange,
  related: readonly R[],
): Promise<readonly { readonly of: R; readonly count: number }[]> {
  const found: { of: R; count: number }[] = []
  for (let first = 0; first < related.length; first += MODELS_AT_ONCE) {
    const some = related.slice(first, first + MODELS_AT_ONCE)
    const statement = relationCountsSql(some, { empresaId: caller.empresa, most: MOST })
    const rows = await readAs<{ place: number; count: number }>(
      tools.database,
      caller.empresa,
      statement,
    )
    for (const { place, count } of rows) {
      const of = some[place]
      if (of !== undefined) found.push({ of, count })
    }
  }
  return found
}
