import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError } from '../errors.ts'
import { viewOf, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { mayDo, refusalOf } from '../identity/rights.ts'
import { planSelection, type Selection } from '../query/listing-plan.ts'
import { parseListing } from '../query/listing-request.ts'
import { nearestName } from '../query/nearest-name.ts'
import { anyText, isRecordId, wholeNumber } from '../query/parameters.ts'
import { namesSql, searchSql, type FoundRow } from '../query/search-sql.ts'
import { readAs } from '../store/tenant-database.ts'
import { success } from './answers.ts'
import { endpoint } from './endpoint.ts'

const MAX_MODELS = 20
const MAX_PER_MODEL = 20
const DEFAULT_PER_MODEL = 5
const MAX_IDS = 200
const MAX_SEARCH_LENGTH = 200

/**
 * Records of several models at once, in words: what a search over everything and the names of references need.
 * @source docs/decisions/0265-erp-search.md
 */
export const search = endpoint({
  method: 'GET',
  path: '/api/v1/search',
  auth: 'bearer',
  tag: 'records',
  summary: 'Find records of several models by words, or the words of records by their ids',
  description: 'With q or with ids. Models that the caller may not read give no records.',
  query: {
    modelos: required(
      anyText({ description: `Names of models with commas, at most ${MAX_MODELS}.` }),
    ),
    q: optional(
      anyText({
        maxLength: MAX_SEARCH_LENGTH,
        description: 'Words that must occur in the search fields of a model.',
      }),
    ),
    ids: optional(anyText({ description: `Ids with commas, at most ${MAX_IDS}; of one model.` })),
    per_model: defaulted(
      described(wholeNumber(1, MAX_PER_MODEL), 'Records of each model at most.'),
      DEFAULT_PER_MODEL,
    ),
  },
  answers: {
    200: success({
      type: 'array',
      items: {
        type: 'object',
        required: ['model', 'id', 'text'],
        properties: {
          model: { type: 'string' },
          id: { type: 'integer', minimum: 1 },
          text: { type: 'string', description: 'The record in words, as _str.' },
        },
      },
    }),
  },
  failures: [422],
  handle: async (exchange) => {
    const { values, reply } = exchange
    const { q, ids } = values
    if (q !== undefined && q.length > MAX_SEARCH_LENGTH) {
      throw apiError('INVALID_PARAMETER', `q has at most ${MAX_SEARCH_LENGTH} characters.`, 'q')
    }
    const models = namedModels(exchange, values.modelos)
    if ((q === undefined) === (ids === undefined)) {
      throw apiError('INVALID_PARAMETER', 'Give either q or ids.', 'q')
    }
    const rows =
      ids === undefined
        ? await found(exchange, models, { q: q ?? '', perModel: values.per_model })
        : await named(exchange, models, ids)
    return sendData(reply, rows, { total: rows.length })
  },
})

/** @throws ApiError INVALID_PARAMETER naming the nearest model */
function namedModels({ tools }: Exchange, text: string): readonly Model[] {
  const names = [...new Set(text.split(','))]
  if (names.length > MAX_MODELS) {
    throw apiError('INVALID_PARAMETER', `modelos names at most ${MAX_MODELS} models.`, 'modelos')
  }
  return names.map((name) => {
    const model = tools.registry.models.get(name)
    if (model !== undefined) return model
    const nearest = nearestName(name, tools.registry.models.keys())
    const hint = nearest === null ? '' : ` Did you mean ${nearest}?`
    throw apiError('INVALID_PARAMETER', `There is no model ${name}.${hint}`, 'modelos')
  })
}

async function found(
  exchange: Exchange,
  models: readonly Model[],
  { q, perModel }: { readonly q: string; readonly perModel: number },
): Promise<readonly FoundRow[]> {
  const { tools, caller } = exchange
  const { registry } = viewOf(exchange)
  const selections = models.flatMap((model) => selectionOf(exchange, model, q) ?? [])
  if (q.trim() === '' || selections.length === 0) return []
  const statement = searchSql(registry, selections, { empresaId: caller.empresa, perModel })
  // A pattern's rarity decides which index serves it.
  return await readAs<FoundRow>(tools.database, caller.empresa, statement, 'own')
}

/** Undefined where there is nothing to search, or nothing that the caller may read. */
function selectionOf(exchange: Exchange, model: Model, q: string): Selection | undefined {
  const { caller } = exchange
  if (!mayDo(caller.rights, model, 'leer')) return undefined
  const view = viewOf(exchange)
  const seen = view.modelFor(model, 'leer')
  const request = parseListing(new Map([['q', [q]]]))
  if (!request.ok) throw new ApiError(request.error)
  const selection = planSelection(seen, request.value, {
    models: (name) => view.registry.models.get(name),
    problems: [],
  })
  return selection.searchFields.length === 0 ? undefined : selection
}

async function named(
  exchange: Exchange,
  models: readonly Model[],
  text: string,
): Promise<readonly FoundRow[]> {
  const { tools, caller } = exchange
  const [model] = models
  const ids = [...new Set(text.split(','))]
  if (model === undefined || models.length > 1) {
    throw apiError('INVALID_PARAMETER', 'ids are of one model.', 'modelos')
  }
  if (ids.length > MAX_IDS || !ids.every(isRecordId)) {
    throw apiError('INVALID_PARAMETER', `ids are at most ${MAX_IDS} ids with commas.`, 'ids')
  }
  const refusal = refusalOf(caller.rights, model, 'leer')
  if (refusal !== undefined) throw refusal
  const view = viewOf(exchange)
  const statement = namesSql(view.registry, view.modelFor(model, 'leer'), {
    empresaId: caller.empresa,
    ids,
  })
  return await readAs<FoundRow>(tools.database, caller.empresa, statement)
}
