import type { FastifyRequest } from 'fastify'
import { optional, required } from '@oficina/api/parameter.ts'

import { endpoint, type Endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { sendHook } from '../actions/take-hook.ts'
import { alertmanager, grafana } from '../forms/alerts.ts'
import { github } from '../forms/github.ts'
import { gitlab } from '../forms/gitlab.ts'
import { parsedPayload, type HookForm } from '../forms/payload.ts'
import { json, slackIncoming } from '../forms/plain.ts'
import { sentry } from '../forms/sentry.ts'

/** What other programs call; the key in the address says as whom. */
function hook(name: string, client: string, form: HookForm): Endpoint {
  return endpoint({
    auth: 'key',
    method: 'POST',
    path: `/external/${name}`,
    summary: `A message from ${client}`,
    parameters: {
      api_key: required(text()),
      stream: optional(text()),
      topic: optional(text()),
      payload: optional(text()),
    },
    handle: async ({ tools, caller, request, values }) => {
      const payload = parsedPayload(values.payload ?? bodyOf(request))
      const header = (field: string) => String(request.headers[field] ?? '')
      const { stream, topic } = values
      const address = { stream, topic, client: `Zulip${client}Webhook` }
      await sendHook(tools, caller, form({ payload, header }), address)
    },
  })
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

export const jsonHook = hook('json', 'JSON', json)
export const slackHook = hook('slack_incoming', 'SlackIncoming', slackIncoming)
export const githubHook = hook('github', 'GitHub', github)
export const gitlabHook = hook('gitlab', 'GitLab', gitlab)
export const alertmanagerHook = hook('alertmanager', 'Alertmanager', alertmanager)
export const grafanaHook = hook('grafana', 'Grafana', grafana)
export const sentryHook = hook('sentry', 'Sentry', sentry)
