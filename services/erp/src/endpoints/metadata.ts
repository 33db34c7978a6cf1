import { createHash } from 'node:crypto'

import { toldStates } from '../actions/documents/told-states.ts'
import { hasForm } from '../actions/forms/render-form.ts'
import { modelMetadata } from '../dictionary/metadata.ts'
import { openApiOfModel } from '../dictionary/openapi-model.ts'
import type { Model } from '../dictionary/types.ts'
import { modelOf, type OfModel, type PublicExchange, type Tools } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { namesTag } from '../http/if-none-match.ts'
import { empty, success } from './answers.ts'
import { publicEndpoint } from './endpoint.ts'
import { modelo } from './kinds.ts'

interface Prepared {
  readonly body: string
  readonly etag: string
}

export const metadata = publicEndpoint({
  method: 'GET',
  path: '/api/v1/metadata/:modelo',
  auth: 'public',
  tag: 'metadata',
  summary: 'Columns, relations, admin, capture and grid of a model',
  named: { modelo },
  answers: {
    200: success({
      type: 'object',
      required: ['columns', 'relations', 'admin', 'capture', 'grid'],
    }),
    304: empty('Unchanged.'),
  },
  failures: [404],
  handle: metadataHandler(),
})

/** The bodies are made once per process and model, since the dictionary cannot change while it runs. */
function metadataHandler() {
  const prepared = new WeakMap<Model, Prepared>()
  return async (exchange: PublicExchange & OfModel) => {
    const model = modelOf(exchange)
    const known = prepared.get(model) ?? prepare(model, exchange.tools)
    prepared.set(model, known)
    const { request, reply } = exchange
    reply.header('etag', known.etag).header('cache-control', 'public, max-age=300')
    if (namesTag(request.headers['if-none-match'], known.etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(known.body)
  }
}

function prepare(model: Model, { actions, registry }: Tools): Prepared {
  const body = JSON.stringify({
    data: modelMetadata(model, {
      models: registry.models,
      actions: actions.actionsOf(model.name),
      states: toldStates(model, registry.models),
      laws: registry.laws,
      isPrintable: hasForm(model.name),
    }),
    meta: { model: model.name },
    errors: null,
  })
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** The names, labels and levels of all models by module. */
export const metadataIndex = publicEndpoint({
  method: 'GET',
  path: '/api/v1/metadata',
  auth: 'public',
  tag: 'metadata',
  summary: 'All models by module',
  answers: { 200: success({ type: 'object', required: ['modules'] }) },
  failures: [],
  handle: async ({ tools, reply }) => {
    const modules = tools.registry.modules.map(({ name, label, models }) => ({
      name,
      label,
      models: models.flatMap((modelName) => {
        const model = tools.registry.models.get(modelName)
        return model === undefined
          ? []
          : [{ name: modelName, label: model.label, level: model.level }]
      }),
    }))
    reply.header('cache-control', 'public, max-age=300')
    return sendData(reply, { modules }, { total: tools.registry.models.size })
  },
})

export const modelOpenApi = publicEndpoint({
  method: 'GET',
  path: '/openapi/:modelo.json',
  auth: 'public',
  tag: 'metadata',
  summary: 'The OpenAPI document of one model, with exact schemas',
  named: { modelo },
  answers: { 200: { type: 'object', required: ['openapi', 'paths'] } },
  failures: [404],
  handle: async (exchange) => {
    const model = modelOf(exchange)
    const { registry, actions } = exchange.tools
    const document = openApiOfModel(registry, model, actions.actionsOf(model.name))
    return exchange.reply.header('cache-control', 'public, max-age=300').send(document)
  },
})
