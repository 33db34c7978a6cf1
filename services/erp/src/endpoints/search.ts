import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional } from '@oficina/api/parameter.ts'

import { nearSelections } from '../actions/near-selections.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError } from '../errors.ts'
import { viewOf, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { mayDo, refusalOf } from '../identity/rights.ts'
import {
  IDS_OF_ONE_MODEL,
  IDS_WITH_COMMAS,
  MODELS_AT_MOST,
  SEARCH_AT_MOST,
  SEARCH_OR_IDS,
} from '../messages/people.ts'
import { NO_MODEL } from '../messages/requests.ts'
import { inHand } from '../query/listing/in-hand.ts'
import { planSelection, type Selection } from '../query/listing/listing-plan.ts'
import { parseListing, SIMILAR } from '../query/listing/listing-request.ts'
import {
  isSearchable,
  namesSql,
  searchSql,
  type FoundRow,
  type MatchedRow,
  type OtherCode,
} from '../query/listing/search-sql.ts'
import { nearestName } from '../query/nearest-name.ts'
import { anyText, isRecordId, wholeNumber } from '../query/parameters.ts'
import { readAs } from '../store/tenant-database.ts'
import { success } from './answers.ts'
import { endpoint } from './endpoint.ts'

const MAX_MODELS = 20
const MAX_PER_MODEL = 20
const DEFAULT_PER_MODEL = 5
const MAX_IDS = 200
const MAX_SEARCH_LENGTH = 200

const FOUND = {
  type: 'object',
  required: ['model', 'id', 'text'],
  properties: {
    model: { type: 'string' },
    id: { type: 'integer', minimum: 1 },
    text: { type: 'string', description: 'The record in words, as _str.' },
    by: {
      type: 'object',
      description: 'What it was found by; absent for ids.',
      required: ['field', 'label', 'value'],
      properties: {
        field: { type: 'string' },
        label: { type: 'string' },
        value: { type: 'string' },
      },
    },
  },
}
const META = {
  type: 'object',
  properties: {
    total: { type: 'integer', minimum: 0 },
    similar: {
      type: 'string',
      description: 'The words of q occur nowhere; these do, in the records that are shown instead.',
    },
  },
}

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
  description:
    'With q or with ids. Models that the caller may not read give no records. q is words, or what one has in hand: the ' +
    'end of a folio, an RFC, an amount, a UUID or its first eight digits, a CLABE, a barcode.',
  query: {
    modelos: optional(
      anyText({
        description: `Names of models with commas, at most ${MAX_MODELS}. Absent, q looks through the documents and what most others refer to.`,
      }),
    ),
    q: optional(
      anyText({
        maxLength: MAX_SEARCH_LENGTH,
        description: 'Words that must occur in the search fields of a model.',
      }),
    ),
    similar: SIMILAR,
    ids: optional(anyText({ description: `Ids with commas, at most ${MAX_IDS}; of one model.` })),
    per_model: defaulted(
      described(wholeNumber(1, MAX_PER_MODEL), 'Records of each model at most.'),
      DEFAULT_PER_MODEL,
    ),
  },
  answers: {
    200: success({ type: 'array', items: FOUND }, META),
  },
  failures: [422],
  handle: async (exchange) => {
    const { values, reply } = exchange
    const { q, ids } = values
    if (q !== undefined && q.length > MAX_SEARCH_LENGTH) {
      throw apiError('INVALID_PARAMETER', SEARCH_AT_MOST({ most: MAX_SEARCH_LENGTH }), 'q')
    }
    if ((q === undefined) === (ids === undefined)) {
      throw apiError('INVALID_PARAMETER', SEARCH_OR_IDS(), 'q')
    }
    const models = values.modelos === undefined ? undefined : namedModels(exchange, values.modelos)
    if (ids !== undefined) {
      const rows = await named(exchange, models ?? [], ids)
      return sendData(reply, rows, { total: rows.length })
    }
    const asked = { q: q ?? '', perModel: values.per_model, withSimilar: values.similar }
    const { rows, similar } = await found(exchange, models ?? knownBest(exchange), asked)
    return sendData(reply, rows, {
      total: rows.length,
      ...(similar !== undefined && { similar }),
    })
  },
})

/** @throws ApiError INVALID_PARAMETER naming the nearest model */
function namedModels({ tools }: Exchange, text: string): readonly Model[] {
  const names = [...new Set(text.split(','))]
  if (names.length > MAX_MODELS) {
    throw apiError('INVALID_PARAMETER', MODELS_AT_MOST({ most: MAX_MODELS }), 'modelos')
  }
  return names.map((name) => {
    const model = tools.registry.models.get(name)
    if (model !== undefined) return model
    const nearest = nearestName(name, tools.registry.models.keys())
    throw apiError('INVALID_PARAMETER', NO_MODEL({ name, nearest }), 'modelos')
  })
}

/** What people look for without saying what it is: documents, and what most others refer to, as far as the caller may. */
function knownBest({ caller, tools }: Exchange): readonly Model[] {
  return [...tools.registry.models.values()]
    .filter((model) => model.scope === 'tenant' && model.lookUps.length > 0)
    .filter((model) => mayDo(caller.rights, model, 'leer'))
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, MAX_MODELS)
}

// What has more than a name in hand counts as much as one that so many others refer to.
const IN_HAND_WEIGHS = 10

function weightOf({ actions, dependents, lookUps }: Model): number {
  const isKnownOtherwise = lookUps.some(({ kind }) => kind !== 'folio')
  return dependents.length * (actions.length > 0 ? 2 : 1) + (isKnownOtherwise ? IN_HAND_WEIGHS : 0)
}

interface Found {
  readonly rows: readonly FoundRecord[]
  readonly similar?: string
}

interface FoundRecord extends FoundRow {
  readonly by?: { readonly field: string; readonly label: string; readonly value: string }
}

async function found(
  exchange: Exchange,
  models: readonly Model[],
  asked: { readonly q: string; readonly perModel: number; readonly withSimilar: boolean },
): Promise<Found> {
  const { tools, caller } = exchange
  const { registry } = viewOf(exchange)
  const { perModel, q } = asked
  const hand = inHand(q)
  const selections = models
    .flatMap((model) => selectionOf(exchange, model, q) ?? [])
    .filter((selection) => isSearchable(selection, hand))
  const look = async (
    of: readonly Selection[],
    things: typeof hand,
  ): Promise<readonly FoundRecord[]> => {
    if (q.trim() === '' || of.length === 0) return []
    const codes = things === hand ? of.flatMap((one) => otherCodes(exchange, one, q)) : []
    const wanted = { empresaId: caller.empresa, perModel, inHand: things, codes }
    const statement = searchSql(registry, of, wanted)
    // A pattern's rarity decides which index serves it.
    const rows = await readAs<MatchedRow>(tools.database, caller.empresa, statement, 'own')
    return eachOnce(rows, { models: registry.models, perModel })
  }
  const rows = await look(selections, hand)
  if (rows.length > 0 || !asked.withSimilar) return { rows }
  const near = await nearSelections(tools.database, caller.empresa, selections)
  const similar = await look(
    near.map(({ selection }) => selection),
    [],
  )
  const first = near.find(({ selection }) => selection.model.name === similar[0]?.model)
  return { rows: similar, ...(first !== undefined && { similar: first.words }) }
}

// No code is longer, and words are none.
const CODE = /^\S{1,48}$/v

/** What names records of a model from elsewhere, as far as the caller may read it. */
function otherCodes(exchange: Exchange, named: Selection, q: string): readonly OtherCode[] {
  const code = q.trim()
  if (!CODE.test(code)) return []
  const { models } = exchange.tools.registry
  return named.model.dependents.flatMap(({ model, field: reference }) => {
    const has = models.get(model)
    if (has?.codesOf !== reference) return []
    const other = selectionOf(exchange, has, code)
    if (other?.model.codesOf !== reference) return []
    return other.model.codes.flatMap((name) => {
      const field = other.model.fieldByName.get(name)
      return field === undefined ? [] : [{ named, other, reference, field, code }]
    })
  })
}

/** A record that was found by several things shows the first of them, which says most. */
function eachOnce(
  rows: readonly MatchedRow[],
  limits: { readonly models: ReadonlyMap<string, Model>; readonly perModel: number },
): readonly FoundRecord[] {
  const shown = new Map<string, Set<number>>()
  return rows.flatMap(({ id, model, text, ...matched }) => {
    const ids = shown.get(model) ?? new Set()
    shown.set(model, ids)
    if (ids.has(id) || ids.size >= limits.perModel) return []
    ids.add(id)
    const by = foundBy({ model, ...matched }, limits.models)
    return [{ model, id, text, ...(by !== undefined && { by }) }]
  })
}

function foundBy(
  { model, field, value }: Pick<MatchedRow, 'model' | 'field' | 'value'>,
  models: ReadonlyMap<string, Model>,
): FoundRecord['by'] {
  // A code of another model says which.
  const [other, own] = field?.includes('.') ? field.split('.') : [model, field]
  const label = models.get(other ?? '')?.fieldByName.get(own ?? '')?.label
  return label === undefined || value === null ? undefined : { field, label, value }
}

/** Undefined where there is nothing that the caller may read. */
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
  return selection
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
    throw apiError('INVALID_PARAMETER', IDS_OF_ONE_MODEL(), 'modelos')
  }
  if (ids.length > MAX_IDS || !ids.every(isRecordId)) {
    throw apiError('INVALID_PARAMETER', IDS_WITH_COMMAS({ most: MAX_IDS }), 'ids')
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
