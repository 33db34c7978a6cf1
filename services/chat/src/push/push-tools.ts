import type { Tools } from '../events/act.ts'
import type { PushService } from './store/push-service.ts'

/** What actions on devices need in addition. */
export interface PushTools extends Tools {
  readonly push: PushService
}
