import type { Tools } from '../tenancy/act.ts'
import type { PushService } from './store/push-service.ts'

/** What actions on devices need in addition. */
export interface PushTools extends Tools {
  readonly push: PushService
}
