import { required } from '@oficina/api/parameter.ts'

import { demandOwnView, viewContent } from '../actions/saved-view.ts'
import { apiError, type ApiError } from '../errors.ts'
import { jsonObjectOf, type Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { demand } from '../identity/rights.ts'
import { NO_VIEW, VIEWS_AT_MOST } from '../messages/people.ts'
import { IS_REQUIRED, NO_MODEL } from '../messages/requests.ts'
import { anyText } from '../query/parameters.ts'
import {
  changeView,
  deleteView,
  insertView,
  keepOneDefault,
  viewsSql,
  type ViewRow,
} from '../store/people/view-store.ts'
import { readAs, writeAs } from '../store/tenant-database.ts'
import { empty, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandPerson } from './factors.ts'
import { idOf } from './kinds.ts'

// Of one model; more is no choice for anybody.
const MAX_VIEWS = 50

const OWN = { auth: 'bearer', tag: 'session', demands: demandPerson } as const
const BY_ID = { id: idOf('Id of the view.', noView) }
const ID = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const BODY = {
  type: 'object',
  properties: {
    modelo: { type: 'string', description: 'Only when it is new.' },
    nombre: { type: 'string', minLength: 1, maxLength: 100 },
    filtros: { type: 'object' },
    columnas: {},
    ordenamiento: {},
    compartida: { type: 'boolean', description: 'Everybody who may read the model sees it.' },
    es_predeterminada: { type: 'boolean', description: 'Opens first, for its owner.' },
  },
}

/** @source docs/decisions/0266-erp-own-settings.md */
export const savedViews = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/v1/auth/vistas',
  summary: 'The saved views of a model: the user’s own and those that others share',
  query: { modelo: required(anyText({ description: 'Name of a model.' })) },
  answers: { 200: success({ type: 'array', items: ID }) },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, caller, values, reply } = exchange
    demandReadable(exchange, values.modelo)
    const statement = viewsSql(caller, values.modelo)
    const rows = await readAs<ViewRow>(tools.database, caller.empresa, statement)
    return sendData(reply, rows)
  },
})

export const saveView = endpoint({
  ...OWN,
  method: 'POST',
  path: '/api/v1/auth/vistas',
  summary: 'Save a view of a model; to share it needs the right to create VistaGuardada',
  ownBody: { ...BODY, required: ['modelo', 'nombre'] },
  answers: { 201: success(ID) },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, caller, request, reply } = exchange
    const { modelo, ...body } = jsonObjectOf(request)
    if (typeof modelo !== 'string') {
      throw apiError('VALIDATION', IS_REQUIRED({ field: 'modelo' }), 'modelo')
    }
    demandReadable(exchange, modelo)
    const view = viewContent(body)
    if (view.compartida) demandSharing(exchange)
    const id = await writeAs(tools.database, caller.empresa, async (tx) => {
      const now = new Date(tools.now())
      const made = await insertView(tx, caller, { ...view, modelo, most: MAX_VIEWS, now })
      if (made === undefined) {
        throw apiError('VALIDATION', VIEWS_AT_MOST({ most: MAX_VIEWS }), 'modelo')
      }
      if (view.predeterminada) await keepOneDefault(tx, caller, made)
      return made
    })
    return sendData(reply.code(201), { id: Number(id) })
  },
})

export const updateView = endpoint({
  ...OWN,
  method: 'PUT',
  path: '/api/v1/auth/vistas/:id',
  summary: 'Save a view anew; only its owner may',
  named: BY_ID,
  ownBody: { ...BODY, required: ['nombre'] },
  answers: { 200: success(ID) },
  failures: [404, 422],
  handle: async (exchange) => {
    const { tools, caller, request, reply, values } = exchange
    const view = viewContent(jsonObjectOf(request))
    if (view.compartida) demandSharing(exchange)
    await writeAs(tools.database, caller.empresa, async (tx) => {
      await demandOwnView(tx, caller, values.id, noView)
      await changeView(tx, caller.empresa, { ...view, id: values.id, now: new Date(tools.now()) })
      if (view.predeterminada) await keepOneDefault(tx, caller, values.id)
    })
    return sendData(reply, { id: Number(values.id) })
  },
})

export const removeView = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/api/v1/auth/vistas/:id',
  summary: 'Delete a view; only its owner may, or an administrator if it is shared',
  named: BY_ID,
  answers: { 204: empty('No content.') },
  failures: [404],
  handle: async ({ tools, caller, reply, values }) => {
    await writeAs(tools.database, caller.empresa, async (tx) => {
      await demandOwnView(tx, caller, values.id, noView)
      await deleteView(tx, caller.empresa, values.id)
    })
    return reply.code(204).send()
  },
})

/** @throws ApiError UNKNOWN_MODEL or FORBIDDEN */
function demandReadable({ tools, caller }: Exchange, name: string): void {
  const model = tools.registry.models.get(name)
  if (model === undefined) {
    throw apiError('UNKNOWN_MODEL', NO_MODEL({ name, nearest: null }), 'modelo')
  }
  demand(caller.rights, model, 'leer')
}

function demandSharing({ tools, caller }: Exchange): void {
  const model = tools.registry.models.get('VistaGuardada')
  if (model !== undefined) demand(caller.rights, model, 'crear')
}

function noView(id: string): ApiError {
  return apiError('NOT_FOUND', NO_VIEW({ id }))
}
