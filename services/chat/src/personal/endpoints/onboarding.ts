import { required } from '@oficina/api/parameter.ts'

import { endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { markStepSeen } from '../actions/onboarding.ts'

export const postOnboardingStep = endpoint({
  method: 'POST',
  path: '/users/me/onboarding_steps',
  summary: 'Note that the caller has seen a hint',
  parameters: { onboarding_step: required(text()) },
  auth: 'human',
  handle: ({ tools, caller, values }) => markStepSeen(tools, caller, values.onboarding_step),
})
