import type { FastifyRequest } from 'fastify'
import { optional, required } from '@oficina/api/parameter.ts'

import { endpoint, type Endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { sendHook } from '../actions/take-hook.ts'
import { alertmanager, grafana } from '../forms/alerts.ts'
import { isWanted } from '../forms/event-filter.ts'
import { github } from '../forms/github.ts'
import { gitlab } from '../forms/gitlab.ts'
import {
  EVENT_OPTIONS,
  OPTION,
  refuseUnsupported,
  type HookOptions,
} from '../forms/hook-options.ts'
import { parsedPayload, type HookForm } from '../forms/payload.ts'
import { json, slackIncoming } from '../forms/plain.ts'
import { sentry } from '../forms/sentry.ts'

const ADDRESS = {
  api_key: required(text()),
  stream: optional(text()),
  topic: optional(text()),
  payload: optional(text()),
} as const

/** What other programs call; the key in the address says as whom. */
function hook(
  name: string,
  client: string,
  form: HookForm,
  options: Partial<typeof OPTION> = {},
): Endpoint {
  return endpoint({
    auth: 'key',
    method: 'POST',
    path: `/external/${name}`,
    summary: `A message from ${client}`,
    // An option that the integration lacks is absent from its values, as if the address did not have it.
    parameters: { ...(options as typeof OPTION), ...ADDRESS },
    handle: async ({ tools, caller, request, values }) => {
      refuseUnsupported(Object.keys(options), Object(request.query))
      const payload = parsedPayload(values.payload ?? bodyOf(request))
      const header = (field: string) => String(request.headers[field] ?? '')
      const said: HookOptions = values
      const filter = { only: said.only_events, exclude: said.exclude_events }
      const messages = form({ payload, header, options: said })
      const { stream, topic } = values
      const address = { stream, topic, client: `Zulip${client}Webhook` }
      const wanted = messages.filter(({ event }) => isWanted(event, filter))
      await sendHook(tools, caller, wanted, address)
    },
  })
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

const { branches, ignore_private_repositories, use_merge_request_title, name, desc } = OPTION

export const jsonHook = hook('json', 'JSON', json)
export const slackHook = hook('slack_incoming', 'SlackIncoming', slackIncoming)
export const githubHook = hook('github', 'GitHub', github, {
  branches,
  ignore_private_repositories,
  ...EVENT_OPTIONS,
})
export const gitlabHook = hook('gitlab', 'GitLab', gitlab, {
  branches,
  ignore_private_repositories,
  use_merge_request_title,
  ...EVENT_OPTIONS,
})
export const alertmanagerHook = hook('alertmanager', 'Alertmanager', alertmanager, { name, desc })
export const grafanaHook = hook('grafana', 'Grafana', grafana, EVENT_OPTIONS)
export const sentryHook = hook('sentry', 'Sentry', sentry)
