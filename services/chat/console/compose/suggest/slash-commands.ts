import { words } from '../../words/compose.ts'

export interface SlashCommand {
  readonly name: string
  readonly word: CommandWord
  /** What is written for it, with the caret there; else the command alone. */
  readonly template?: string
  readonly caret?: number
}

type CommandWord =
  | 'commandMe'
  | 'commandPoll'
  | 'commandTodo'
  | 'commandDark'
  | 'commandLight'
  | 'commandFluid'
  | 'commandFixed'

/** Commands that a message may begin with. */
export const COMMANDS: readonly SlashCommand[] = [
  { name: 'me', word: 'commandMe' },
  { name: 'poll', word: 'commandPoll' },
  { name: 'todo', word: 'commandTodo' },
  { name: 'dark', word: 'commandDark' },
  { name: 'light', word: 'commandLight' },
  { name: 'fluid-width', word: 'commandFluid' },
  { name: 'fixed-width', word: 'commandFixed' },
]

export function commandWords(word: CommandWord): string {
  return words(word)
}

const RUN_AT_ONCE = new Set(['/dark', '/light', '/fluid-width', '/fixed-width', '/ping'])
const ALSO: Readonly<Record<string, string>> = { '/night': '/dark', '/day': '/light' }

/** A text that the service runs instead of sending it; undefined for messages. */
export function commandOf(text: string): string | undefined {
  const typed = text.trim()
  const command = ALSO[typed] ?? typed
  return RUN_AT_ONCE.has(command) ? command : undefined
}
