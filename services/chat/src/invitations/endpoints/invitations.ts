import { nullable } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { INVITES_ANSWER } from '../../../wire/organization.ts'
import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint, type Call } from '../../api/endpoint.ts'
import { boolean, ids, integer, integerChoice, text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { ROLE, ROLES, type Role } from '../../tenancy/roles.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import {
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '../actions/change-invitation.ts'
import { createInvitationLink } from '../actions/invitation-links.ts'
import type { TermsRequest } from '../actions/invitation-terms.ts'
import { sendInvitations } from '../actions/send-invitations.ts'

const TEN_DAYS = 14_400
// A hundred years: what is meant to last longer has no end.
const MAX_MINUTES = 52_560_000
const MAX_WELCOME = 8_000

const TERMS = {
  invite_expires_in_minutes: defaulted(nullable(integer({ min: 1, max: MAX_MINUTES })), TEN_DAYS),
  invite_as: defaulted(integerChoice(ROLES), ROLE.member),
  group_ids: defaulted(ids, []),
  include_realm_default_subscriptions: defaulted(boolean, false),
  welcome_message_custom_text: optional(text({ maxLength: MAX_WELCOME })),
}

interface TermsValues {
  readonly invite_expires_in_minutes: number | null
  readonly invite_as: Role
  readonly stream_ids: readonly number[]
  readonly group_ids: readonly number[]
  readonly include_realm_default_subscriptions: boolean
  readonly welcome_message_custom_text: string | undefined
}

function termsOf(values: TermsValues): Omit<TermsRequest, 'notifyReferrer'> {
  return {
    invitedAs: values.invite_as,
    streamIds: [...new Set(values.stream_ids)],
    groupIds: [...new Set(values.group_ids)],
    includeDefaultStreams: values.include_realm_default_subscriptions,
    welcomeText: values.welcome_message_custom_text ?? null,
    expiresInMinutes: values.invite_expires_in_minutes,
  }
}

function actorOf({ tools, caller }: Pick<Call<unknown>, 'tools' | 'caller'>) {
  return { tools, caller, viewer: viewerOf(caller) }
}

const IN_PATH = { invite_id: numberInPath('The invitation.') }

export const getInvites = endpoint({
  method: 'GET',
  path: '/invites',
  summary: 'The invitations that still work: all for administrators, else the caller’s own',
  parameters: {},
  answer: INVITES_ANSWER,
  auth: 'human',
  handle: async (call) => ({ invites: await listInvitations(actorOf(call)) }),
})

export const postInvites = endpoint({
  method: 'POST',
  path: '/invites',
  summary: 'Invite people by mail',
  parameters: {
    invitee_emails: required(text()),
    stream_ids: required(ids),
    notify_referrer_on_join: defaulted(boolean, true),
    ...TERMS,
  },
  auth: 'human',
  handle: (call) =>
    sendInvitations(actorOf(call), {
      ...termsOf(call.values),
      addresses: call.values.invitee_emails,
      notifyReferrer: call.values.notify_referrer_on_join,
    }),
})

export const postInviteLink = endpoint({
  method: 'POST',
  path: '/invites/multiuse',
  summary: 'Make a link that anybody who has it may join by',
  parameters: { stream_ids: defaulted(ids, []), ...TERMS },
  answer: objectOf({ invite_link: TEXT }),
  auth: 'human',
  handle: async (call) => ({
    invite_link: await createInvitationLink(actorOf(call), {
      ...termsOf(call.values),
      notifyReferrer: true,
    }),
  }),
})

export const deleteInvite = endpoint({
  method: 'DELETE',
  path: '/invites/:invite_id',
  summary: 'Revoke an invitation by mail',
  named: IN_PATH,
  parameters: {},
  auth: 'human',
  handle: (call) => revokeInvitation(actorOf(call), call.values.invite_id, 'mail'),
})

export const deleteInviteLink = endpoint({
  method: 'DELETE',
  path: '/invites/multiuse/:invite_id',
  summary: 'Revoke a reusable link',
  named: IN_PATH,
  parameters: {},
  auth: 'human',
  handle: (call) => revokeInvitation(actorOf(call), call.values.invite_id, 'link'),
})

export const postResendInvite = endpoint({
  method: 'POST',
  path: '/invites/:invite_id/resend',
  summary: 'Send an invitation again; the link of the earlier mail is dead',
  named: IN_PATH,
  parameters: {},
  auth: 'human',
  handle: (call) => resendInvitation(actorOf(call), call.values.invite_id),
})
