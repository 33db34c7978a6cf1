import { ApiError } from '../tenancy/api-error.ts'
import { say } from '../tenancy/words/say.ts'

export const UNLIMITED_RETENTION = -1
// The largest number of days in the database: millions of years.
const MAX_DAYS = 2 ** 31 - 1

/**
 * For how many days a channel keeps its messages: null for the organization's own setting, -1 for ever.
 * @throws ApiError REQUEST_VARIABLE_INVALID
 * @source docs/contract/chat.md, PATCH /streams/{stream_id}
 */
export function retentionDays(value: string | number): number | null {
  if (value === 'realm_default') return null
  if (value === 'unlimited') return UNLIMITED_RETENTION
  if (typeof value === 'number' && value > 0 && value <= MAX_DAYS) return value
  throw new ApiError(
    'REQUEST_VARIABLE_INVALID',
    say("Bad value for '%{path}': %{value}", {
      path: 'message_retention_days',
      value: String(value),
    }),
    { var_name: 'message_retention_days', bad_value: value },
  )
}
