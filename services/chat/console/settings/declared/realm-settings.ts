import type { OrganizationWord } from '../../words/organization.ts'
import type { ChoiceValue } from '../controls/choice-setting.tsx'

type Option = readonly [value: ChoiceValue, label: OrganizationWord]

interface Named {
  /** As PATCH /realm names it; the organization has it as `realm_…`. */
  readonly name: string
  readonly label: OrganizationWord
  readonly help?: OrganizationWord
  /** Only owners may change it. */
  readonly isOwners?: true
  /** Shown only while another setting is on, or has this value. */
  readonly only?: string
  readonly onlyFor?: ChoiceValue
}

/** One setting of the organization, as the form shows it. */
export type RealmSetting = Named &
  (
    | { readonly kind: 'switch'; /** Shown the other way round. */ readonly isInverse?: true }
    | { readonly kind: 'text' | 'longText'; readonly maxLength: number }
    /** A web address, or null without one. */
    | { readonly kind: 'address'; readonly maxLength: number }
    | { readonly kind: 'number'; readonly min: number; readonly max: number }
    | {
        readonly kind: 'choice'
        readonly options: readonly Option[]
        /** The key of /register that lists which of them the server has, by their ids. */
        readonly offered?: string
      }
    /** Seconds, or null without limit. */
    | { readonly kind: 'limit' }
    /** Days, or -1 for ever. */
    | { readonly kind: 'retention' }
    /** The id of a channel, or -1. */
    | { readonly kind: 'channel' }
    | { readonly kind: 'permission' }
  )

export interface RealmGroup {
  readonly key: string
  readonly title: OrganizationWord
  readonly help?: OrganizationWord
  readonly settings: readonly RealmSetting[]
}

const LANGUAGES: readonly Option[] = [
  ['es', 'languageSpanish'],
  ['en', 'languageEnglish'],
]

const KINDS: readonly Option[] = [
  [0, 'typeNone'],
  [10, 'typeBusiness'],
  [20, 'typeOpenSource'],
  [30, 'typeEducationProfit'],
  [35, 'typeEducation'],
  [40, 'typeResearch'],
  [50, 'typeEvent'],
  [60, 'typeNonprofit'],
  [70, 'typeGovernment'],
  [80, 'typePolitical'],
  [90, 'typeCommunity'],
  [1000, 'typeOther'],
]

// Zulip's number of Jitsi Meet.
const JITSI = 1

export const PROFILE_SETTINGS: RealmGroup = {
  key: 'profile',
  title: 'profileTitle',
  settings: [
    { name: 'name', kind: 'text', label: 'name', maxLength: 40 },
    { name: 'description', kind: 'longText', label: 'description', maxLength: 1000 },
    { name: 'org_type', kind: 'choice', label: 'type', options: KINDS },
  ],
}

/** How the organization works. */
export const SETTINGS_GROUPS: readonly RealmGroup[] = [
  {
    key: 'announcements',
    title: 'announcements',
    settings: [
      { name: 'new_stream_announcements_stream_id', kind: 'channel', label: 'newChannels' },
      { name: 'signup_announcements_stream_id', kind: 'channel', label: 'newPeople' },
      { name: 'zulip_update_announcements_stream_id', kind: 'channel', label: 'updates' },
      {
        name: 'moderation_request_channel_id',
        kind: 'channel',
        label: 'moderation',
        help: 'moderationHelp',
      },
    ],
  },
  {
    key: 'welcome',
    title: 'welcome',
    settings: [
      { name: 'default_language', kind: 'choice', label: 'language', options: LANGUAGES },
      { name: 'send_welcome_emails', kind: 'switch', label: 'welcomeMails' },
    ],
  },
  {
    key: 'messages',
    title: 'messagesTitle',
    settings: [
      { name: 'inline_image_preview', kind: 'switch', label: 'imagePreviews' },
      {
        name: 'message_content_allowed_in_email_notifications',
        kind: 'switch',
        label: 'mailContent',
      },
      { name: 'enable_read_receipts', kind: 'switch', label: 'readReceipts' },
      {
        name: 'message_retention_days',
        kind: 'retention',
        label: 'retention',
        help: 'retentionHelp',
        isOwners: true,
      },
    ],
  },
  {
    key: 'calls',
    title: 'calls',
    settings: [
      {
        name: 'video_chat_provider',
        kind: 'choice',
        label: 'callServer',
        offered: 'realm_available_video_chat_providers',
        options: [
          [0, 'callNone'],
          [JITSI, 'callJitsi'],
          [4, 'callBigBlueButton'],
        ],
      },
      {
        name: 'jitsi_server_url',
        kind: 'address',
        label: 'jitsiUrl',
        help: 'jitsiUrlHelp',
        maxLength: 200,
        only: 'video_chat_provider',
        onlyFor: JITSI,
      },
    ],
  },
  {
    key: 'presence',
    title: 'presenceTitle',
    settings: [
      { name: 'presence_disabled', kind: 'switch', label: 'presence', isInverse: true },
      {
        name: 'enable_spectator_access',
        kind: 'switch',
        label: 'spectators',
        help: 'spectatorsHelp',
      },
      { name: 'require_e2ee_push_notifications', kind: 'switch', label: 'sealedPush' },
    ],
  },
]

const permission = (
  name: string,
  label: OrganizationWord,
  more: { readonly isOwners?: true; readonly help?: OrganizationWord } = {},
): RealmSetting => ({ name, kind: 'permission', label, ...more })

/** Who may do what. */
export const PERMISSION_GROUPS: readonly RealmGroup[] = [
  {
    key: 'joining',
    title: 'joining',
    settings: [
      { name: 'invite_required', kind: 'switch', label: 'inviteRequired', isOwners: true },
      permission('can_invite_users_group', 'mayInvite', { isOwners: true }),
      permission('create_multiuse_invite_group', 'mayInviteByLink', { isOwners: true }),
      {
        name: 'emails_restricted_to_domains',
        kind: 'switch',
        label: 'onlyDomains',
        help: 'onlyDomainsHelp',
        isOwners: true,
      },
      {
        name: 'disallow_disposable_email_addresses',
        kind: 'switch',
        label: 'noDisposable',
        isOwners: true,
      },
      {
        name: 'waiting_period_threshold',
        kind: 'number',
        label: 'waitingDays',
        help: 'waitingDaysHelp',
        min: 0,
        max: 3650,
        isOwners: true,
      },
    ],
  },
  {
    key: 'channels',
    title: 'channels',
    settings: [
      permission('can_create_public_channel_group', 'mayCreatePublic'),
      permission('can_create_private_channel_group', 'mayCreatePrivate'),
      permission('can_create_web_public_channel_group', 'mayCreateWebPublic'),
      permission('can_add_subscribers_group', 'mayAddSubscribers'),
    ],
  },
  {
    key: 'groups',
    title: 'groupsTitle',
    settings: [
      permission('can_create_groups', 'mayCreateGroups', { isOwners: true }),
      permission('can_manage_all_groups', 'mayManageGroups', { isOwners: true }),
    ],
  },
  {
    key: 'direct',
    title: 'direct',
    settings: [
      permission('direct_message_permission_group', 'mayWriteDirect', {
        help: 'mayWriteDirectHelp',
      }),
      permission('direct_message_initiator_group', 'mayBeginDirect'),
    ],
  },
  {
    key: 'editing',
    title: 'editing',
    settings: [
      { name: 'allow_message_editing', kind: 'switch', label: 'mayEdit' },
      {
        name: 'message_content_edit_limit_seconds',
        kind: 'limit',
        label: 'editLimit',
        only: 'allow_message_editing',
      },
      {
        name: 'message_edit_history_visibility_policy',
        kind: 'choice',
        label: 'editHistory',
        options: [
          ['all', 'historyAll'],
          ['moves', 'historyMoves'],
          ['none', 'historyNone'],
        ],
      },
    ],
  },
  {
    key: 'moving',
    title: 'moving',
    settings: [
      permission('can_move_messages_between_topics_group', 'mayMoveTopics'),
      { name: 'move_messages_within_stream_limit_seconds', kind: 'limit', label: 'topicLimit' },
      permission('can_move_messages_between_channels_group', 'mayMoveChannels'),
      { name: 'move_messages_between_streams_limit_seconds', kind: 'limit', label: 'channelLimit' },
      permission('can_resolve_topics_group', 'mayResolve'),
      {
        name: 'topics_policy',
        kind: 'choice',
        label: 'topicsPolicy',
        options: [
          ['allow_empty_topic', 'topicsEmpty'],
          ['disable_empty_topic', 'topicsNamed'],
        ],
      },
      permission('can_set_topics_policy_group', 'maySetTopics'),
    ],
  },
  {
    key: 'deleting',
    title: 'deleting',
    settings: [
      permission('can_delete_any_message_group', 'mayDeleteAny'),
      permission('can_delete_own_message_group', 'mayDeleteOwn'),
      { name: 'message_content_delete_limit_seconds', kind: 'limit', label: 'deleteLimit' },
      permission('can_set_delete_message_policy_group', 'maySetDeletes'),
    ],
  },
  {
    key: 'people',
    title: 'peopleTitle',
    settings: [
      { name: 'name_changes_disabled', kind: 'switch', label: 'nameFixed' },
      { name: 'require_unique_names', kind: 'switch', label: 'nameUnique' },
      { name: 'email_changes_disabled', kind: 'switch', label: 'addressFixed' },
      { name: 'avatar_changes_disabled', kind: 'switch', label: 'pictureFixed' },
    ],
  },
  {
    key: 'guests',
    title: 'guests',
    settings: [
      { name: 'enable_guest_user_indicator', kind: 'switch', label: 'guestMark' },
      { name: 'enable_guest_user_dm_warning', kind: 'switch', label: 'guestWarning' },
      permission('can_access_all_users_group', 'maySeeAll'),
    ],
  },
  {
    key: 'other',
    title: 'otherTitle',
    settings: [
      permission('can_mention_many_users_group', 'mayMentionMany', { help: 'mayMentionManyHelp' }),
      permission('can_add_custom_emoji_group', 'mayAddEmoji'),
      permission('can_create_bots_group', 'mayCreateBots'),
      permission('can_create_write_only_bots_group', 'mayCreateHooks'),
    ],
  },
]
