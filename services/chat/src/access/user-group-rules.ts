import { refusal } from '../tenancy/api-error.ts'
import { LIMITS } from '../tenancy/realm-settings.ts'
import { say } from '../tenancy/words/say.ts'

const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const

/** A group's name as it is stored. @throws ApiError saying what is wrong with it */
export function groupName(text: string): string {
  const name = text.trim()
  if (name === '') throw refusal("User group name can't be empty!")
  if (Array.from(name).length > LIMITS.userGroupName) {
    throw refusal(
      say('User group name cannot exceed %{max} characters.', {
        max: LIMITS.userGroupName,
      }),
    )
  }
  const prefix = RESERVED_PREFIXES.find((one) => name.startsWith(one))
  if (prefix !== undefined)
    throw refusal(say("User group name cannot start with '%{prefix}'.", { prefix }))
  return name
}

/** Who may do something with a user group. @source docs/contract/chat.md, POST /user_groups/{user_group_id}/members */
export const GROUP_SETTINGS = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const

export type GroupSettingName = (typeof GROUP_SETTINGS)[number]
