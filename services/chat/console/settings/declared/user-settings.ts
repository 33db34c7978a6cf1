import { words, type PreferenceWord } from '../../words/preferences.ts'
import type { ChoiceOption, ChoiceValue } from '../controls/choice-setting.tsx'

/** A setting of a person as both the person and the organization's defaults show it. */
export type DeclaredSetting =
  | {
      readonly name: string
      readonly kind: 'switch'
      readonly label: PreferenceWord
      readonly help?: PreferenceWord
    }
  | {
      readonly name: string
      readonly kind: 'choice'
      readonly label: PreferenceWord
      readonly help?: PreferenceWord
      readonly options: readonly Option[]
      /** Belongs to a person alone: an organization has no default of it. */
      readonly isPersonal?: true
    }

type Option = readonly [value: ChoiceValue, label: PreferenceWord]

export interface SettingsGroup {
  readonly key: string
  readonly title: PreferenceWord
  readonly settings: readonly DeclaredSetting[]
}

export function optionsOf(options: readonly Option[]): readonly ChoiceOption<ChoiceValue>[] {
  return options.map(([value, label]) => ({ value, label: words(label) }))
}

/** How the client looks and behaves. */
export const PREFERENCES: readonly SettingsGroup[] = [
  {
    key: 'general',
    title: 'general',
    settings: [
      {
        name: 'default_language',
        kind: 'choice',
        label: 'language',
        isPersonal: true,
        options: [
          ['es', 'languageSpanish'],
          ['en', 'languageEnglish'],
        ],
      },
      {
        name: 'twenty_four_hour_time',
        kind: 'choice',
        label: 'timeFormat',
        options: [
          [null, 'timeByLanguage'],
          [false, 'time12'],
          [true, 'time24'],
        ],
      },
      { name: 'enter_sends', kind: 'switch', label: 'enterSends', help: 'enterSendsHelp' },
      { name: 'translate_emoticons', kind: 'switch', label: 'emoticons', help: 'emoticonsHelp' },
      { name: 'enable_drafts_synchronization', kind: 'switch', label: 'syncDrafts' },
    ],
  },
  {
    key: 'appearance',
    title: 'appearance',
    settings: [
      {
        name: 'color_scheme',
        kind: 'choice',
        label: 'theme',
        options: [
          [1, 'themeSystem'],
          [3, 'themeLight'],
          [2, 'themeDark'],
        ],
      },
      {
        name: 'web_font_size_px',
        kind: 'choice',
        label: 'fontSize',
        options: [
          [12, 'size12'],
          [14, 'size14'],
          [16, 'size16'],
          [18, 'size18'],
          [20, 'size20'],
        ],
      },
      {
        name: 'web_line_height_percent',
        kind: 'choice',
        label: 'lineHeight',
        options: [
          [122, 'lineTight'],
          [140, 'lineNormal'],
          [160, 'lineAiry'],
          [180, 'lineWide'],
        ],
      },
      { name: 'high_contrast_mode', kind: 'switch', label: 'highContrast' },
      { name: 'fluid_layout_width', kind: 'switch', label: 'fullWidth' },
      { name: 'display_emoji_reaction_users', kind: 'switch', label: 'reactionNames' },
      {
        name: 'web_animate_image_previews',
        kind: 'choice',
        label: 'animate',
        options: [
          ['always', 'animateAlways'],
          ['on_hover', 'animateHover'],
          ['never', 'animateNever'],
        ],
      },
    ],
  },
  {
    key: 'navigation',
    title: 'navigation',
    settings: [
      {
        name: 'web_home_view',
        kind: 'choice',
        label: 'homeView',
        options: [
          ['inbox', 'homeInbox'],
          ['recent', 'homeRecent'],
          ['all_messages', 'homeAll'],
        ],
      },
      { name: 'web_escape_navigates_to_home_view', kind: 'switch', label: 'escapeHome' },
      {
        name: 'web_channel_default_view',
        kind: 'choice',
        label: 'channelView',
        options: [
          [1, 'channelViewTop'],
          [4, 'channelViewUnread'],
          [2, 'channelViewFeed'],
          [3, 'channelViewTopics'],
        ],
      },
      {
        name: 'web_mark_read_on_scroll_policy',
        kind: 'choice',
        label: 'markRead',
        options: [
          [1, 'markAlways'],
          [2, 'markConversations'],
          [3, 'markNever'],
        ],
      },
      { name: 'web_navigate_to_sent_message', kind: 'switch', label: 'goToSent' },
    ],
  },
  {
    key: 'sidebars',
    title: 'sidebars',
    settings: [
      { name: 'web_left_sidebar_show_channel_folders', kind: 'switch', label: 'showFolders' },
      { name: 'web_left_sidebar_unreads_count_summary', kind: 'switch', label: 'sumUnreads' },
      { name: 'starred_message_counts', kind: 'switch', label: 'starredCount' },
      {
        name: 'web_stream_unreads_count_display_policy',
        kind: 'choice',
        label: 'channelCounts',
        options: [
          [1, 'countsAll'],
          [2, 'countsUnmuted'],
          [3, 'countsNone'],
        ],
      },
      {
        name: 'demote_inactive_streams',
        kind: 'choice',
        label: 'demote',
        options: [
          [1, 'demoteAuto'],
          [2, 'demoteAlways'],
          [3, 'demoteNever'],
        ],
      },
      {
        name: 'user_list_style',
        kind: 'choice',
        label: 'userList',
        options: [
          [1, 'userListCompact'],
          [2, 'userListStatus'],
          [3, 'userListPictures'],
        ],
      },
    ],
  },
]

const WHICH_TOPICS = [
  [1, 'whenPart'],
  [2, 'whenSend'],
  [3, 'whenStart'],
  [4, 'whenNever'],
] as const

export const TOPIC_SETTINGS: SettingsGroup = {
  key: 'topics',
  title: 'topicsTitle',
  settings: [
    {
      name: 'automatically_follow_topics_policy',
      kind: 'choice',
      label: 'follow',
      options: WHICH_TOPICS,
    },
    {
      name: 'automatically_follow_topics_where_mentioned',
      kind: 'switch',
      label: 'followMentioned',
    },
    {
      name: 'automatically_unmute_topics_in_muted_streams_policy',
      kind: 'choice',
      label: 'unmute',
      options: WHICH_TOPICS,
    },
    {
      name: 'resolved_topic_notice_auto_read_policy',
      kind: 'choice',
      label: 'resolvedRead',
      options: [
        ['always', 'always'],
        ['except_followed', 'exceptFollowed'],
        ['never', 'whenNever'],
      ],
    },
  ],
}

/** Besides the table of what is told how. */
export const NOTIFICATIONS: readonly SettingsGroup[] = [
  {
    key: 'desktop',
    title: 'desktopTitle',
    settings: [
      {
        name: 'pm_content_in_desktop_notifications',
        kind: 'switch',
        label: 'directContent',
      },
      {
        name: 'desktop_icon_count_display',
        kind: 'choice',
        label: 'badge',
        options: [
          [1, 'badgeAll'],
          [2, 'badgeFollowed'],
          [3, 'badgeDirect'],
          [4, 'badgeNone'],
        ],
      },
    ],
  },
  {
    key: 'mobile',
    title: 'mobileTitle',
    settings: [{ name: 'enable_online_push_notifications', kind: 'switch', label: 'onlinePush' }],
  },
  {
    key: 'mail',
    title: 'mailTitle',
    settings: [
      {
        name: 'email_notifications_batching_period_seconds',
        kind: 'choice',
        label: 'mailDelay',
        options: [
          [30, 'delay30s'],
          [60, 'delay1m'],
          [120, 'delay2m'],
          [300, 'delay5m'],
          [600, 'delay10m'],
          [1800, 'delay30m'],
          [3600, 'delay1h'],
          [21_600, 'delay6h'],
          [86_400, 'delay1d'],
          [604_800, 'delay1w'],
        ],
      },
      { name: 'message_content_in_email_notifications', kind: 'switch', label: 'mailContent' },
    ],
  },
]

/** What others learn of a person. */
export const PRIVACY: SettingsGroup = {
  key: 'privacy',
  title: 'privacyTitle',
  settings: [
    {
      name: 'email_address_visibility',
      kind: 'choice',
      label: 'addressVisible',
      options: [
        [1, 'visibleEveryone'],
        [2, 'visibleMembers'],
        [5, 'visibleModerators'],
        [3, 'visibleAdmins'],
        [4, 'visibleNobody'],
      ],
    },
    { name: 'presence_enabled', kind: 'switch', label: 'presence', help: 'presenceHelp' },
    { name: 'send_private_typing_notifications', kind: 'switch', label: 'typingDirect' },
    { name: 'send_stream_typing_notifications', kind: 'switch', label: 'typingChannels' },
    { name: 'receives_typing_notifications', kind: 'switch', label: 'typingSee' },
    { name: 'send_read_receipts', kind: 'switch', label: 'readReceipts' },
  ],
}

/** Of which messages one is told; how, are the columns. */
export interface NotificationRow {
  readonly label: PreferenceWord
  readonly desktop: string
  readonly sound: string
  readonly push: string
  readonly mail: string
  readonly wildcard?: string
}

export const NOTIFICATION_ROWS: readonly NotificationRow[] = [
  {
    label: 'rowDirect',
    desktop: 'enable_desktop_notifications',
    sound: 'enable_sounds',
    push: 'enable_offline_push_notifications',
    mail: 'enable_offline_email_notifications',
  },
  {
    label: 'rowFollowed',
    desktop: 'enable_followed_topic_desktop_notifications',
    sound: 'enable_followed_topic_audible_notifications',
    push: 'enable_followed_topic_push_notifications',
    mail: 'enable_followed_topic_email_notifications',
    wildcard: 'enable_followed_topic_wildcard_mentions_notify',
  },
  {
    label: 'rowChannels',
    desktop: 'enable_stream_desktop_notifications',
    sound: 'enable_stream_audible_notifications',
    push: 'enable_stream_push_notifications',
    mail: 'enable_stream_email_notifications',
    wildcard: 'wildcard_mentions_notify',
  },
]
