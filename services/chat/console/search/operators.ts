/** What stands after the colon of an operator. */
type OperandKind = 'channel' | 'topic' | 'person' | 'people' | 'number' | 'choice'

export interface OperatorDeclaration {
  readonly name: string
  readonly kind: OperandKind
  /** Of a choice: what may stand there. */
  readonly choices?: readonly string[]
  /** Other names that people type. */
  readonly aliases?: readonly string[]
  /** Where it makes no sense to leave something out. */
  readonly isNeverNegated?: true
}

/** THE list of operators that one can search with. */
export const OPERATORS: readonly OperatorDeclaration[] = [
  { name: 'channel', kind: 'channel', aliases: ['stream'] },
  { name: 'topic', kind: 'topic' },
  { name: 'dm', kind: 'people', aliases: ['pm-with'] },
  { name: 'dm-including', kind: 'person', aliases: ['group-pm-with'] },
  { name: 'sender', kind: 'person', aliases: ['from'] },
  {
    name: 'is',
    kind: 'choice',
    choices: ['unread', 'mentioned', 'starred', 'dm', 'followed', 'resolved', 'alerted', 'muted'],
  },
  { name: 'has', kind: 'choice', choices: ['link', 'image', 'attachment', 'reaction'] },
  { name: 'channels', kind: 'choice', choices: ['public', 'web-public'], aliases: ['streams'] },
  { name: 'in', kind: 'choice', choices: ['home', 'all'] },
  { name: 'near', kind: 'number', isNeverNegated: true },
  { name: 'id', kind: 'number' },
]

/** The operator of a name or of one of its other names. */
export function operatorOf(name: string): OperatorDeclaration | undefined {
  const wanted = name.toLowerCase()
  return OPERATORS.find((one) => one.name === wanted || one.aliases?.includes(wanted) === true)
}
