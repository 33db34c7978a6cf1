import type { Kind } from '@oficina/api/kind.ts'
import { nullable } from '@oficina/api/kinds.ts'

import { boolean, integer, integerChoice, text, placeText } from '../../api/kinds.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { isLanguageCode } from '../../tenancy/language-code.ts'
import { say } from '../../tenancy/words/say.ts'

/** One of a few words; the error is the one that clients know. */
function word(...allowed: readonly string[]): Kind<string> {
  return {
    isRaw: true,
    schema: { type: 'string', enum: allowed },
    check: (value, place) => {
      const found = allowed.find((one) => one === value)
      if (found !== undefined) return found
      throw refusal(
        say('Invalid %{place}: Value error, Not in the list of possible values', {
          place: placeText(place),
        }),
      )
    },
  }
}

const SOUNDS = ['none', 'zulip', 'ding'] as const

const sound: Kind<string> = {
  isRaw: true,
  schema: { type: 'string', enum: SOUNDS },
  check: (value) => {
    const found = SOUNDS.find((one) => one === value)
    if (found === undefined)
      throw refusal(say("Invalid notification sound '%{value}'", { value: String(value) }))
    return found
  },
}

const WEEK_SECONDS = 7 * 86_400

const batchingPeriod: Kind<number> = {
  isRaw: false,
  schema: { type: 'integer', minimum: 1, maximum: WEEK_SECONDS },
  check: (value, place) => {
    const seconds = integer().check(value, place)
    if (seconds > 0 && seconds <= WEEK_SECONDS) return seconds
    throw refusal(say('Invalid email batching period: %{seconds} seconds', { seconds }))
  },
}

const timeZone: Kind<string> = {
  isRaw: true,
  schema: { type: 'string' },
  check: (value, place) => {
    const name = text().check(value, place)
    if (name === '' || isTimeZone(name)) return name
    throw refusal(
      say('Invalid %{place}: Value error, Not a recognized time zone', { place: placeText(place) }),
    )
  },
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

const language: Kind<string> = {
  isRaw: true,
  schema: { type: 'string' },
  check: (value) => {
    if (isLanguageCode(value)) return value
    throw refusal('Invalid default_language')
  },
}

const percent = integer({ min: 100, max: 200 })
const pixels = integer({ min: 8, max: 48 })

/** The settings that a user may change, with what each may be. @source docs/decisions/0302-chat-realm-settings.md */
export const USER_SETTING_KINDS = {
  allow_private_data_export: boolean,
  automatically_follow_topics_policy: integerChoice([1, 2, 3, 4]),
  automatically_follow_topics_where_mentioned: boolean,
  automatically_unmute_topics_in_muted_streams_policy: integerChoice([1, 2, 3, 4]),
  color_scheme: integerChoice([1, 2, 3]),
  default_language: language,
  demote_inactive_streams: integerChoice([1, 2, 3]),
  desktop_icon_count_display: integerChoice([1, 2, 3, 4]),
  display_emoji_reaction_users: boolean,
  email_address_visibility: integerChoice([1, 2, 3, 4, 5]),
  email_notifications_batching_period_seconds: batchingPeriod,
  emojiset: word('google', 'twitter', 'text', 'google-blob'),
  enable_desktop_notifications: boolean,
  enable_digest_emails: boolean,
  enable_drafts_synchronization: boolean,
  enable_followed_topic_audible_notifications: boolean,
  enable_followed_topic_desktop_notifications: boolean,
  enable_followed_topic_email_notifications: boolean,
  enable_followed_topic_push_notifications: boolean,
  enable_followed_topic_wildcard_mentions_notify: boolean,
  enable_login_emails: boolean,
  enable_marketing_emails: boolean,
  enable_offline_email_notifications: boolean,
  enable_offline_push_notifications: boolean,
  enable_online_push_notifications: boolean,
  enable_sounds: boolean,
  enable_stream_audible_notifications: boolean,
  enable_stream_desktop_notifications: boolean,
  enable_stream_email_notifications: boolean,
  enable_stream_push_notifications: boolean,
  enter_sends: boolean,
  fluid_layout_width: boolean,
  hide_ai_features: boolean,
  high_contrast_mode: boolean,
  left_side_userlist: boolean,
  message_content_in_email_notifications: boolean,
  notification_sound: sound,
  pm_content_in_desktop_notifications: boolean,
  presence_enabled: boolean,
  realm_name_in_email_notifications_policy: integerChoice([1, 2, 3]),
  receives_typing_notifications: boolean,
  resolved_topic_notice_auto_read_policy: word('always', 'except_followed', 'never'),
  send_private_typing_notifications: boolean,
  send_read_receipts: boolean,
  send_stream_typing_notifications: boolean,
  starred_message_counts: boolean,
  timezone: timeZone,
  translate_emoticons: boolean,
  twenty_four_hour_time: nullable(boolean),
  user_list_style: integerChoice([1, 2, 3]),
  web_animate_image_previews: word('always', 'on_hover', 'never'),
  web_channel_default_view: integerChoice([1, 2, 3, 4]),
  web_escape_navigates_to_home_view: boolean,
  web_font_size_px: pixels,
  web_home_view: word('inbox', 'recent', 'recent_topics', 'all_messages'),
  web_left_sidebar_show_channel_folders: boolean,
  web_left_sidebar_unreads_count_summary: boolean,
  web_line_height_percent: percent,
  web_mark_read_on_scroll_policy: integerChoice([1, 2, 3]),
  web_navigate_to_sent_message: boolean,
  web_stream_unreads_count_display_policy: integerChoice([1, 2, 3]),
  web_suggest_update_timezone: boolean,
  wildcard_mentions_notify: boolean,
} as const
