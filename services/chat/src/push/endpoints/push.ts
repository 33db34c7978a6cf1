import { optional, required } from '@oficina/api/parameter.ts'

import { endpoint } from '../../api/endpoint.ts'
import { choice, integer, text } from '../../api/kinds.ts'
import { registerDevice, sendTestNotification } from '../actions/push-devices.ts'
import { addToken, dropToken } from '../actions/push-tokens.ts'
import { testTokens } from '../actions/test-tokens.ts'

export const postApnsToken = endpoint({
  method: 'POST',
  path: '/users/me/apns_device_token',
  summary: 'Register an iOS push token',
  parameters: {
    token: required(text()),
    appid: required(text({ pattern: /^[.a-zA-Z0-9-]+$/ })),
  },
  auth: 'human',
  handle: ({ tools, caller, values }) => addToken(tools, caller, { kind: 'apns', ...values }),
})

export const deleteApnsToken = endpoint({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: 'Remove an iOS push token',
  parameters: { token: required(text()) },
  auth: 'human',
  handle: ({ tools, caller, values }) => dropToken(tools, caller, { kind: 'apns', ...values }),
})

export const postFcmToken = endpoint({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Register an Android push token',
  parameters: { token: required(text()) },
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    addToken(tools, caller, { kind: 'fcm', appid: null, ...values }),
})

export const deleteFcmToken = endpoint({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Remove an Android push token',
  parameters: { token: required(text()) },
  auth: 'human',
  handle: ({ tools, caller, values }) => dropToken(tools, caller, { kind: 'fcm', ...values }),
})

export const postPushDevice = endpoint({
  method: 'POST',
  path: '/mobile_push/register',
  summary: 'Register a device for end-to-end encrypted notifications',
  parameters: {
    token_kind: required(choice(['fcm', 'apns'])),
    push_account_id: required(integer({ min: 0 })),
    push_public_key: required(text()),
    bouncer_public_key: required(text()),
    encrypted_push_registration: required(text()),
  },
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    registerDevice(tools, caller, {
      tokenKind: values.token_kind,
      pushAccountId: values.push_account_id,
      pushPublicKey: values.push_public_key,
      bouncerPublicKey: values.bouncer_public_key,
      encryptedPushRegistration: values.encrypted_push_registration,
    }),
})

export const postTestNotification = endpoint({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  summary: 'Send an end-to-end encrypted test notification',
  parameters: { push_account_id: optional(integer()) },
  auth: 'human',
  handle: ({ tools, caller, values }) =>
    sendTestNotification(tools, caller, values.push_account_id ?? null),
})

export const postPlainTest = endpoint({
  method: 'POST',
  path: '/mobile_push/test_notification',
  summary: 'Send a test notification to the phones of registered tokens',
  parameters: { token: optional(text()) },
  auth: 'human',
  handle: ({ tools, caller, values }) => testTokens(tools, caller, values.token),
})
