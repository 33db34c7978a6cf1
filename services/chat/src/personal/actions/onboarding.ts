import { act, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { isOnboardingStep, stepsLeft } from '../onboarding-steps.ts'
import { insertStepSeen, stepsSeen } from '../store/onboarding-store.ts'

/**
 * Records that the caller has seen a hint, and tells their clients which are left. @throws ApiError for an unknown one
 */
export async function markStepSeen(
  tools: Tools,
  { realm, id }: Caller,
  step: string,
): Promise<void> {
  if (!isOnboardingStep(step)) throw refusal(say('Unknown onboarding_step: %{step}', { step }))
  await act(tools, realm.id, async (tx) => {
    await insertStepSeen(tx, realm.id, id, { step, at: new Date(tools.now()) })
    const left = stepsLeft(await stepsSeen(tx, realm.id, id))
    tx.emit({ users: [id] }, { type: 'onboarding_steps', onboarding_steps: left })
  })
}
