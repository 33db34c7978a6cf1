import { computed, signal } from '@preact/signals'

import { api } from '../session/api.ts'
import { ownId, type Part } from './part.ts'
import { people, type Person } from './people.ts'

/** Settings of the person, under the names of the wire. */
export interface UserSettings extends Readonly<Record<string, unknown>> {
  readonly web_home_view: string
  readonly web_escape_navigates_to_home_view: boolean
  readonly web_mark_read_on_scroll_policy: number
  readonly web_channel_default_view: number
  readonly web_stream_unreads_count_display_policy: number
  readonly web_font_size_px: number
  readonly web_line_height_percent: number
  readonly web_animate_image_previews: string
  readonly web_suggest_update_timezone: boolean
  readonly web_left_sidebar_show_channel_folders: boolean
  readonly web_left_sidebar_unreads_count_summary: boolean
  readonly web_inbox_show_channel_folders: boolean
  readonly twenty_four_hour_time: boolean
  readonly timezone: string
  readonly enter_sends: boolean
  readonly emojiset: string
  readonly display_emoji_reaction_users: boolean
  readonly translate_emoticons: boolean
  readonly starred_message_counts: boolean
  readonly color_scheme: number
  readonly default_language: string
  readonly demote_inactive_streams: number
  readonly user_list_style: number
  readonly send_private_typing_notifications: boolean
  readonly send_stream_typing_notifications: boolean
  readonly send_read_receipts: boolean
  readonly receives_typing_notifications: boolean
  readonly presence_enabled: boolean
  readonly enable_desktop_notifications: boolean
  readonly enable_sounds: boolean
  readonly enable_stream_desktop_notifications: boolean
  readonly enable_stream_audible_notifications: boolean
  readonly enable_followed_topic_desktop_notifications: boolean
  readonly enable_followed_topic_audible_notifications: boolean
  readonly enable_followed_topic_wildcard_mentions_notify: boolean
  readonly wildcard_mentions_notify: boolean
  readonly pm_content_in_desktop_notifications: boolean
  readonly notification_sound: string
  readonly desktop_icon_count_display: number
}

/** Undefined until the first answer. */
export const userSettings = signal<UserSettings | undefined>(undefined)

/** The person who uses this tab; undefined until it is known. */
export const ownUser = computed<Person | undefined>(() => people.get(ownId()))

interface SettingChanged {
  readonly property: string
  readonly value: unknown
}

export const ownPart: Part = {
  first: ['user_settings'],
  take: (state) => {
    const given = state['user_settings']
    // The service sends all settings at once.
    if (given !== undefined) userSettings.value = given as UserSettings
  },
  events: {
    'user_settings update': ({ property, value }: SettingChanged) => {
      const known = userSettings.peek()
      if (known !== undefined) userSettings.value = { ...known, [property]: value }
    },
  },
}

const AGAIN_MS = 5_000

/** Asks who the person is; again and again until the service tells. */
export async function loadOwnUser(): Promise<void> {
  try {
    const me = await api<Person>('GET', '/users/me', { client_gravatar: false })
    people.set(me.user_id, me)
  } catch {
    setTimeout(() => void loadOwnUser(), AGAIN_MS)
  }
}
