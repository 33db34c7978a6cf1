/** The hints that clients show a person once. @source docs/contract/chat.md, POST /register */
const ONE_TIME_NOTICES = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
] as const

export function isOnboardingStep(name: string): boolean {
  return ONE_TIME_NOTICES.some((step) => step === name)
}

/** The hints still to be shown to somebody who has seen these. */
export function stepsLeft(
  seen: readonly string[],
): readonly { readonly type: 'one_time_notice'; readonly name: string }[] {
  return ONE_TIME_NOTICES.filter((name) => !seen.includes(name)).map((name) => ({
    type: 'one_time_notice',
    name,
  }))
}
