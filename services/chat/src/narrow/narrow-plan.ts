import type { NarrowTerm } from './narrow-term.ts'

/** Terms after names were looked up: conditions on messages. */
export type Condition =
  | { readonly kind: 'recipient'; readonly recipientId: number }
  | { readonly kind: 'recipients'; readonly recipientIds: readonly number[] }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'sender'; readonly userId: number }
  | { readonly kind: 'public_channels'; readonly webOnly: boolean }
  | { readonly kind: 'dm' }
  | {
      readonly kind: 'dm_including'
      readonly userIds: readonly number[]
      readonly groupOnly: boolean
    }
  | { readonly kind: 'flag'; readonly bits: number }
  | { readonly kind: 'mentioned' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'user_topic'; readonly policy: number }
  | { readonly kind: 'muted' }
  | { readonly kind: 'muted_topic' }
  | { readonly kind: 'resolved' }
  | { readonly kind: 'home' }
  | {
      readonly kind: 'has'
      readonly column: 'has_attachment' | 'has_image' | 'has_link' | 'has_reaction'
    }
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'search'; readonly words: string; readonly phrases: readonly string[] }

export interface PlannedCondition {
  readonly condition: Condition
  readonly isNegated: boolean
}

/** The messages to which the conditions are applied: the reader's own, or a wider history that they may read. */
export type Scope =
  | { readonly kind: 'own' }
  | { readonly kind: 'conversation'; readonly recipientId: number }
  | { readonly kind: 'public'; readonly webOnly: boolean }
  | { readonly kind: 'given'; readonly ids: readonly number[] }

export interface NarrowPlan {
  readonly scope: Scope
  readonly conditions: readonly PlannedCondition[]
}

/** The words and the quoted phrases of a search. */
export function parseSearch(text: string): {
  readonly words: string
  readonly phrases: readonly string[]
} {
  const phrases = [...text.matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase)
  return { words: text.replaceAll('"', ' '), phrases }
}

/** Whether a term rules out others' history: flags exist only on one's own messages. */
export function isOwnOnly({ operator, operand }: NarrowTerm): boolean {
  return operator === 'is' && operand !== 'resolved'
}
