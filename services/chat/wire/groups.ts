import {
  anyOf,
  BOOLEAN,
  choice,
  described,
  IDS,
  INTEGER,
  listOf,
  nullable,
  objectOf,
  SECONDS,
  TEXT,
  type TypeOf,
} from './shape.ts'

const GROUP_MEMBERS = objectOf({ direct_members: IDS, direct_subgroups: IDS })

/** Who may do something. @source docs/contract/chat.md, Group-setting value */
export const GROUP_SETTING = described(
  anyOf(INTEGER, GROUP_MEMBERS),
  'The id of a named group, or users and groups.',
)
export type GroupSettingObject = TypeOf<typeof GROUP_SETTING>

const PERMISSIONS = {
  can_add_members_group: GROUP_SETTING,
  can_join_group: GROUP_SETTING,
  can_leave_group: GROUP_SETTING,
  can_manage_group: GROUP_SETTING,
  can_mention_group: GROUP_SETTING,
  can_remove_members_group: GROUP_SETTING,
}

/** A user group. @source docs/contract/chat.md, User group object */
const GROUP = objectOf({
  id: INTEGER,
  name: TEXT,
  description: TEXT,
  creator_id: nullable(INTEGER),
  date_created: nullable(SECONDS),
  members: IDS,
  direct_subgroup_ids: IDS,
  is_system_group: BOOLEAN,
  deactivated: BOOLEAN,
  ...PERMISSIONS,
})
export type GroupObject = TypeOf<typeof GROUP>

export const GROUPS = listOf(GROUP)

const USER_GROUP = { type: choice('user_group') }

const GROUP_NOW = anyOf(
  objectOf({ name: TEXT }),
  objectOf({ description: TEXT }),
  objectOf({ deactivated: BOOLEAN }),
  objectOf({}, PERMISSIONS),
)
/** What changed in a group. */
export type GroupNow = TypeOf<typeof GROUP_NOW>

/** Events about user groups. */
export const GROUP_EVENTS = [
  objectOf({ ...USER_GROUP, op: choice('add'), group: GROUP }),
  objectOf({ ...USER_GROUP, op: choice('remove'), group_id: INTEGER }),
  objectOf({ ...USER_GROUP, op: choice('update'), group_id: INTEGER, data: GROUP_NOW }),
  objectOf({
    ...USER_GROUP,
    op: choice('add_members', 'remove_members'),
    group_id: INTEGER,
    user_ids: IDS,
  }),
  objectOf({
    ...USER_GROUP,
    op: choice('add_subgroups', 'remove_subgroups'),
    group_id: INTEGER,
    direct_subgroup_ids: IDS,
  }),
] as const
export type GroupEvent = TypeOf<(typeof GROUP_EVENTS)[number]>
