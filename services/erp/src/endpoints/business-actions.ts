import type { BusinessAction, NativeAction, RecordAction } from '../actions/business/action.ts'
import {
  runBatch,
  runNative,
  runOnRecord,
  type RecordResult,
} from '../actions/business/run-action.ts'
import type { Model } from '../dictionary/types.ts'
import { ApiError, apiError } from '../errors.ts'
import { idempotencyOf, jsonObjectOf, modelOf, recordIdOf, type Exchange } from '../http/context.ts'
import { sendRaw } from '../http/envelope.ts'
import { speechOf } from '../http/request-speech.ts'
import { demand } from '../identity/rights.ts'
import { spokenJson } from '../messages/message.ts'
import { ACTION_OF_NONE, ACTION_OF_ONE, NO_ACTION, NO_ACTIONS } from '../messages/requests.ts'
import type { Speech } from '../messages/speech.ts'
import { MAX_BATCH_IDS, parseActionInputs, parseBatchRequest } from '../query/action-request.ts'
import { ENTRY, RECORD, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { accion, IDEMPOTENCY, modelo, recordId } from './kinds.ts'

const REMARKS = { type: 'array', minItems: 1, items: ENTRY }
const RESULT = {
  type: 'object',
  required: ['id', 'ok'],
  properties: {
    id: { type: 'integer' },
    ok: { type: 'boolean' },
    errors: REMARKS,
    warnings: REMARKS,
  },
}
const META = {
  type: 'object',
  required: ['model', 'action'],
  properties: {
    model: { type: 'string' },
    action: { type: 'string' },
    total: { type: 'integer' },
    succeeded: { type: 'integer' },
    failed: { type: 'integer' },
  },
}
const INPUTS = { description: 'The inputs of the action; see its metadata.' }

/**
 * An action on many records, or a native one.
 * @source docs/contract/erp.md, Business actions
 */
export const actOnMany = endpoint({
  method: 'POST',
  path: '/api/v1/:modelo/actions/:accion',
  auth: 'bearer',
  tag: 'actions',
  summary: 'Run an action on many records, or a native one',
  description:
    'A batch may partially succeed; it is 200 also when no record was processed. A native action takes only its inputs.',
  named: { modelo, accion },
  headers: IDEMPOTENCY,
  ownBody: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: MAX_BATCH_IDS },
    },
    additionalProperties: INPUTS,
  },
  answers: {
    200: success(
      {
        type: ['object', 'array', 'null'],
        properties: { results: { type: 'array', items: RESULT } },
      },
      META,
    ),
  },
  failures: [404, 409, 422],
  handle: async (exchange) => {
    const { model, action } = called(exchange)
    if (action.mode === 'url_action') {
      const path = `/${model.name}/{id}/actions/${action.name}`
      throw apiError('UNKNOWN_ACTION', ACTION_OF_ONE({ action: action.name, path }))
    }
    if (action.mode === 'native') return await actOnNone(exchange, model, action)
    return await actOnBatch(exchange, model, action)
  },
})

async function actOnBatch(exchange: Exchange, model: Model, action: RecordAction) {
  const { tools, reply, caller } = exchange
  const request = parseBatchRequest(action.inputs, jsonObjectOf(exchange.request))
  if (!request.ok) throw new ApiError(request.error)
  const idempotency = idempotencyOf(exchange)
  const results = await runBatch(tools, caller, {
    model,
    action,
    request: request.value,
    idempotency,
  })
  const speech = speechOf(exchange.request)
  const succeeded = results.filter(({ ok }) => ok).length
  return sendRaw(
    reply,
    `{"results":[${results.map((result) => resultJson(result, speech)).join(',')}]}`,
    {
      model: model.name,
      action: action.name,
      total: results.length,
      succeeded,
      failed: results.length - succeeded,
    },
  )
}

/** The id stays the number that was sent, digit for digit. */
function resultJson({ id, ...rest }: RecordResult, speech: Speech): string {
  return `{"id":${id},${spokenJson(rest, speech).slice(1)}`
}

async function actOnNone(exchange: Exchange, model: Model, action: NativeAction) {
  const inputs = parseActionInputs(action.inputs, jsonObjectOf(exchange.request))
  if (!inputs.ok) throw new ApiError(inputs.error)
  const data = await runNative(exchange.tools, exchange.caller, {
    model,
    action,
    inputs: inputs.value,
    idempotency: idempotencyOf(exchange),
  })
  // What it says beside its data, such as a warning, is for whoever asked.
  const told = spokenJson(data, speechOf(exchange.request))
  return sendRaw(exchange.reply, told, { model: model.name, action: action.name })
}

/** An action on the record of the path. */
export const actOnOne = endpoint({
  method: 'POST',
  path: '/api/v1/:modelo/:id/actions/:accion',
  auth: 'bearer',
  tag: 'actions',
  summary: 'Run an action on one record',
  named: { modelo, id: recordId, accion },
  headers: IDEMPOTENCY,
  ownBody: { type: 'object', additionalProperties: INPUTS },
  answers: {
    200: success(
      {
        type: 'object',
        required: ['id', 'ok', 'record'],
        properties: {
          id: { type: 'integer' },
          ok: { const: true },
          record: RECORD,
          warnings: REMARKS,
        },
      },
      META,
    ),
  },
  failures: [404, 409, 422],
  handle: async (exchange) => {
    const { tools, reply, caller } = exchange
    const { model, action } = called(exchange)
    if (action.mode === 'native') {
      const path = `/${model.name}/actions/${action.name}`
      throw apiError('UNKNOWN_ACTION', ACTION_OF_NONE({ action: action.name, path }))
    }
    const id = recordIdOf(exchange)
    const inputs = parseActionInputs(action.inputs, bodyOrNothing(exchange))
    if (!inputs.ok) throw new ApiError(inputs.error)
    const { record, warnings } = await runOnRecord(tools, caller, {
      model,
      action,
      id,
      inputs: inputs.value,
      idempotency: idempotencyOf(exchange),
    })
    const remarks =
      warnings.length === 0 ? '' : `,"warnings":${spokenJson(warnings, speechOf(exchange.request))}`
    return sendRaw(reply, `{"id":${id},"ok":true,"record":${record}${remarks}}`, {
      model: model.name,
      action: action.name,
    })
  },
})

/** An action without inputs is called with an empty body as well as with `{}`. */
function bodyOrNothing({ request }: Exchange) {
  return request.body === undefined || request.body === null ? {} : jsonObjectOf(request)
}

interface OfAction {
  readonly values: { readonly modelo: string; readonly accion: string }
}

/** @throws ApiError UNKNOWN_MODEL, UNKNOWN_ACTION with the model's actions, FORBIDDEN */
function called(exchange: Exchange & OfAction): {
  readonly model: Model
  readonly action: BusinessAction
} {
  const model = modelOf(exchange)
  const actions = exchange.tools.actions.actionsOf(model.name)
  const name = exchange.values.accion
  const action = actions.find((one) => one.name === name)
  if (action === undefined) throw unknownAction(model, name, actions)
  demand(exchange.caller.rights, model, action.name)
  return { model, action }
}

function unknownAction(model: Model, name: string, actions: readonly BusinessAction[]): ApiError {
  const asked = { model: model.name, action: name }
  const known = actions.map((action) => action.name)
  const message = known.length === 0 ? NO_ACTIONS(asked) : NO_ACTION({ ...asked, known })
  return apiError('UNKNOWN_ACTION', message)
}
