interface AlertWords {
  readonly type: 'alert_words'
  readonly alert_words: readonly string[]
}

interface DraftObject {
  readonly id: number
  readonly type: '' | 'stream' | 'private'
  readonly to: readonly number[]
  readonly topic: string
  readonly content: string
  /** UNIX seconds. */
  readonly timestamp: number
}

type Drafts =
  | {
      readonly type: 'drafts'
      readonly op: 'add'
      readonly drafts: readonly DraftObject[]
    }
  | { readonly type: 'drafts'; readonly op: 'update'; readonly draft: DraftObject }
  | { readonly type: 'drafts'; readonly op: 'remove'; readonly draft_id: number }

interface SnippetObject {
  readonly id: number
  readonly title: string
  readonly content: string
  /** UNIX seconds. */
  readonly date_created: number
}

type SavedSnippets =
  | {
      readonly type: 'saved_snippets'
      readonly op: 'add' | 'update'
      readonly saved_snippet: SnippetObject
    }
  | {
      readonly type: 'saved_snippets'
      readonly op: 'remove'
      readonly saved_snippet_id: number
    }

/** A scheduled message: to one channel's topic, or to users. */
export type ScheduledObject = {
  readonly scheduled_message_id: number
  readonly content: string
  readonly rendered_content: string
  /** UNIX seconds. */
  readonly scheduled_delivery_timestamp: number
  readonly failed: boolean
} & (
  | { readonly type: 'stream'; readonly to: number; readonly topic: string }
  | { readonly type: 'private'; readonly to: readonly number[] }
)

export type ScheduledMessagesEvent =
  | {
      readonly type: 'scheduled_messages'
      readonly op: 'add'
      readonly scheduled_messages: readonly ScheduledObject[]
    }
  | {
      readonly type: 'scheduled_messages'
      readonly op: 'update'
      readonly scheduled_message: ScheduledObject
    }
  | {
      readonly type: 'scheduled_messages'
      readonly op: 'remove'
      readonly scheduled_message_id: number
    }

type Reminders =
  | {
      readonly type: 'reminders'
      readonly op: 'add'
      readonly reminders: readonly {
        readonly reminder_id: number
        readonly type: 'private'
        readonly to: readonly number[]
        readonly content: string
        readonly rendered_content: string
        readonly scheduled_delivery_timestamp: number
        readonly failed: boolean
        readonly reminder_target_message_id: number
      }[]
    }
  | { readonly type: 'reminders'; readonly op: 'remove'; readonly reminder_id: number }

interface MutedUserObject {
  readonly id: number
  /** UNIX seconds. */
  readonly timestamp: number
}

interface MutedUsers {
  readonly type: 'muted_users'
  readonly muted_users: readonly MutedUserObject[]
}

interface UserTopicObject {
  readonly stream_id: number
  readonly topic_name: string
  /** UNIX seconds. */
  readonly last_updated: number
  readonly visibility_policy: number
}

interface UserTopic extends UserTopicObject {
  readonly type: 'user_topic'
}

/** Channel name, topic, UNIX seconds. */
export type MutedTopic = readonly [string, string, number]

/** For clients that only know muted topics. */
interface MutedTopics {
  readonly type: 'muted_topics'
  readonly muted_topics: readonly MutedTopic[]
}

interface ViewObject {
  readonly fragment: string
  readonly is_pinned: boolean
  readonly name: string | null
}

export type NavigationViewEvent =
  | {
      readonly type: 'navigation_view'
      readonly op: 'add'
      readonly navigation_view: ViewObject
    }
  | {
      readonly type: 'navigation_view'
      readonly op: 'update'
      readonly fragment: string
      readonly data: { readonly is_pinned?: boolean; readonly name?: string }
    }
  | { readonly type: 'navigation_view'; readonly op: 'remove'; readonly fragment: string }

interface OnboardingSteps {
  readonly type: 'onboarding_steps'
  readonly onboarding_steps: readonly { readonly type: string; readonly name: string }[]
}

interface PushDevice {
  readonly type: 'push_device'
  readonly push_account_id: string
  readonly status: 'pending' | 'active' | 'failed'
  readonly error_code: string | null
}

interface UserSettings {
  readonly type: 'user_settings'
  readonly op: 'update'
  readonly property: string
  readonly value: boolean | number | string
  /** For the default language: its name. */
  readonly language_name?: string
}

interface HasZoomToken {
  readonly type: 'has_zoom_token'
  readonly value: boolean
}

/** Events about what belongs to one person alone. */
export type PersonalEvent =
  | AlertWords
  | Drafts
  | SavedSnippets
  | ScheduledMessagesEvent
  | Reminders
  | MutedUsers
  | UserTopic
  | MutedTopics
  | NavigationViewEvent
  | OnboardingSteps
  | PushDevice
  | UserSettings
  | HasZoomToken
