import type { Message } from '../../state/conversations/messages.ts'

/** A message that is a poll or a list of tasks. */
type WidgetKind = 'poll' | 'todo'

export interface WidgetStart {
  readonly kind: WidgetKind
  /** What its author began it with. */
  readonly extra: Readonly<Record<string, unknown>>
}

/** What a message is besides text; undefined: nothing, or something that this client does not know. */
export function widgetOf({ submessages }: Message): WidgetStart | undefined {
  const [first] = submessages
  const begun = first?.msg_type === 'widget' ? parsed(first.content) : undefined
  const kind = begun?.['widget_type']
  const extra = begun?.['extra_data']
  if (kind !== 'poll' && kind !== 'todo') return undefined
  return { kind, extra: isRecord(extra) ? extra : {} }
}

/** What people said to a widget, in the order in which they did. */
export function saidTo({ submessages }: Message): readonly Said[] {
  return submessages
    .filter(({ msg_type: type }) => type === 'widget')
    .toSorted((one, other) => one.id - other.id)
    .slice(1)
    .flatMap(({ sender_id: userId, content }) => {
      const said = parsed(content)
      return said === undefined ? [] : [{ userId, said }]
    })
}

export interface Said {
  readonly userId: number
  readonly said: Readonly<Record<string, unknown>>
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
