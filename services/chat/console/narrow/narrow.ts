/** One condition on messages, as the service's API has it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: string | number | readonly number[]
  readonly negated?: boolean
}

/** Which messages: those for which all terms hold. Empty: all of them. */
export type Narrow = readonly NarrowTerm[]

/** A whole topic. */
export function topicNarrow(channelId: number, topic: string): Narrow {
  return [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ]
}

export function channelNarrow(channelId: number): Narrow {
  return [{ operator: 'channel', operand: channelId }]
}

export function directNarrow(userIds: readonly number[]): Narrow {
  return [{ operator: 'dm', operand: userIds }]
}

export function termOf(narrow: Narrow, operator: string): NarrowTerm | undefined {
  return narrow.find((term) => term.operator === operator && term.negated !== true)
}

/** The channel of a narrow that is one channel or one of its topics. */
export function channelOf(narrow: Narrow): number | undefined {
  const operand = termOf(narrow, 'channel')?.operand
  return typeof operand === 'number' ? operand : undefined
}

/** The topic of a narrow that has one. */
export function topicOf(narrow: Narrow): string | undefined {
  const operand = termOf(narrow, 'topic')?.operand
  return operand === undefined ? undefined : String(operand)
}

/** The people of a narrow that is one direct conversation. */
export function directOf(narrow: Narrow): readonly number[] | undefined {
  const operand = termOf(narrow, 'dm')?.operand
  return Array.isArray(operand) ? (operand as readonly number[]) : undefined
}
