/** What a parameter with a list of values answers to one that is not in it. */
interface AllowedCase {
  readonly refused: number | string
  readonly msg: string
}

const listed = (name: string, refused: number | string): AllowedCase => ({
  refused,
  msg: `Invalid ${name}: Value error, Not in the list of possible values`,
})
const named = (name: string): AllowedCase => ({ refused: 'nonsense', msg: `Invalid ${name}` })
const numbered = (name: string): AllowedCase => ({ refused: 999, msg: `Invalid ${name} 999` })

const NUMBERS = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, listed(name, 999)]))
const WORDS = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, listed(name, 'nonsense')]))

const OF_PEOPLE = {
  ...NUMBERS(
    'automatically_follow_topics_policy',
    'automatically_unmute_topics_in_muted_streams_policy',
    'color_scheme',
    'demote_inactive_streams',
    'desktop_icon_count_display',
    'email_address_visibility',
    'realm_name_in_email_notifications_policy',
    'user_list_style',
    'web_channel_default_view',
    'web_mark_read_on_scroll_policy',
    'web_stream_unreads_count_display_policy',
  ),
  ...WORDS(
    'emojiset',
    'resolved_topic_notice_auto_read_policy',
    'web_animate_image_previews',
    'web_home_view',
  ),
  notification_sound: { refused: 'nonsense', msg: "Invalid notification sound 'nonsense'" },
}

/** The parameters of settings that take only what is in a list, by the operation. */
export const ALLOWED_VALUES: Readonly<Record<string, Readonly<Record<string, AllowedCase>>>> = {
  'PATCH /realm': {
    ...NUMBERS('digest_weekday', 'org_type', 'wildcard_mention_policy'),
    giphy_rating: numbered('giphy_rating'),
    message_edit_history_visibility_policy: named('message_edit_history_visibility_policy'),
    topics_policy: named('topics_policy'),
    video_chat_provider: numbered('video_chat_provider'),
  },
  'PATCH /settings': OF_PEOPLE,
  'PATCH /realm/user_settings_defaults': OF_PEOPLE,
  'PATCH /streams/:stream_id': { topics_policy: named('topics_policy') },
}
