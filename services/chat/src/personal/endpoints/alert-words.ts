import { required } from '@oficina/api/parameter.ts'

import { objectOf, TEXTS } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { jsonText, list } from '../../api/kinds.ts'
import { LIMITS } from '../../tenancy/realm-settings.ts'
import { addAlertWords, removeAlertWords, listAlertWords } from '../actions/alert-words.ts'

const PARAMETERS = {
  alert_words: required(list(jsonText({ isStripped: true, maxLength: LIMITS.alertWord }))),
}
const ANSWER = objectOf({ alert_words: TEXTS })

export const getAlertWords = endpoint({
  method: 'GET',
  path: '/users/me/alert_words',
  summary: 'The words that alert the caller',
  parameters: {},
  answer: ANSWER,
  handle: async ({ tools, caller }) => ({ alert_words: await listAlertWords(tools, caller) }),
})

export const postAlertWords = endpoint({
  method: 'POST',
  path: '/users/me/alert_words',
  summary: 'Add words that alert the caller',
  parameters: PARAMETERS,
  answer: ANSWER,
  handle: async ({ tools, caller, values }) => ({
    alert_words: await addAlertWords(tools, caller, values.alert_words),
  }),
})

export const deleteAlertWords = endpoint({
  method: 'DELETE',
  path: '/users/me/alert_words',
  summary: 'Remove words that alert the caller',
  parameters: PARAMETERS,
  answer: ANSWER,
  handle: async ({ tools, caller, values }) => ({
    alert_words: await removeAlertWords(tools, caller, values.alert_words),
  }),
})
