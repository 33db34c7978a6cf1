import { randomBytes } from 'node:crypto'

import { optional, required } from '@oficina/api/parameter.ts'

import { objectOf, TEXT } from '../../../wire/shape.ts'
import { authenticate } from '../../api/authenticate.ts'
import { endpoint } from '../../api/endpoint.ts'
import { boolean, text } from '../../api/kinds.ts'
import { personName } from '../../people/person-name.ts'
import type { ServiceTools } from '../../service-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { CALL_LINK_MS, callLink, JOIN_PATH, openCallLink, TICKET_FIELD } from '../call-link.ts'
import { callPage, type ShownCall } from '../pages/call-page.ts'
import type { BigBlueButton } from '../store/big-blue-button.ts'
import { orAgain } from './or-again.ts'
import { pageRoute, type PageCall, type Redirect } from './page-route.ts'

// What the server of the calls takes at most.
const MAX_MEETING_NAME = 256
const ID_BYTES = 16

function serverOf({ bigBlueButton }: ServiceTools): BigBlueButton {
  if (bigBlueButton === undefined) throw refusal('BigBlueButton is not configured.')
  return bigBlueButton
}

export const getCreate = endpoint({
  method: 'GET',
  path: '/calls/bigbluebutton/create',
  summary: 'Make the address of a BigBlueButton call',
  parameters: {
    meeting_name: required(text({ maxLength: MAX_MEETING_NAME, isRequired: true })),
    voice_only: optional(boolean),
  },
  answer: objectOf({ url: TEXT }),
  handle: ({ tools, caller, values }) => {
    serverOf(tools)
    const ticket = {
      meetingId: `zulip-${randomBytes(ID_BYTES).toString('hex')}`,
      name: values.meeting_name,
      isVoiceOnly: values.voice_only ?? false,
      creatorId: caller.id,
      realmId: caller.realm.id,
      endsMs: tools.now() + CALL_LINK_MS,
    }
    return Promise.resolve({ url: callLink(ticket, tools.secret) })
  },
})

type Call = PageCall<unknown>

/** The call of the address. @throws ApiError when it was not made here, for this organization, or too long ago */
function calledFor({ tools, realm, fields }: Call) {
  const server = serverOf(tools)
  const ticket = openCallLink(fields.get(TICKET_FIELD) ?? '', tools.secret)
  if (ticket === undefined || ticket.realmId !== realm.id) throw refusal('Invalid signature.')
  if (tools.now() > ticket.endsMs) throw refusal('The address of the call has expired.')
  return { server, ticket, shown: shownCall(ticket, server) }
}

function shownCall(
  { name, isVoiceOnly }: { readonly name: string; readonly isVoiceOnly: boolean },
  { origin }: BigBlueButton,
): ShownCall {
  return { name, isVoiceOnly, origin }
}

type CalledFor = ReturnType<typeof calledFor>

/** Sends the browser into the call. @throws ApiError when the server of the calls does not have it */
async function enter(
  { request }: Call,
  { server, ticket }: CalledFor,
  person: { readonly name: string; readonly isModerator: boolean },
): Promise<Redirect> {
  const joined = await server.join(ticket, person)
  if (joined.ok) return { location: joined.value }
  const { reason, text: message } = joined.error
  request.log.warn({ reason, reqId: request.id }, 'BigBlueButton did not let somebody join')
  throw refusal(message)
}

export const getJoin = pageRoute({
  method: 'GET',
  path: JOIN_PATH,
  handle: async (call) => {
    const called = calledFor(call)
    const { tools, request, texts } = call
    if (request.headers.authorization === undefined) return callPage(texts, called.shown, {})
    const { id, fullName } = await authenticate(tools, request)
    const isModerator = id === called.ticket.creatorId
    return await enter(call, called, { name: fullName, isModerator })
  },
})

export const postJoin = pageRoute({
  method: 'POST',
  path: JOIN_PATH,
  handle: async (call) => {
    const called = calledFor(call)
    const fullName = call.fields.get('full_name') ?? ''
    return await orAgain(
      call,
      () => enter(call, called, { name: personName(fullName), isModerator: false }),
      (problem) => callPage(call.texts, called.shown, { problem, fullName }),
    )
  },
})
