import type { Message } from '../../state/conversations/messages.ts'
import { PollView } from './poll-view.tsx'
import { pollAfter } from './poll.ts'
import { TodoView } from './todo-view.tsx'
import { todoAfter } from './todo.ts'
import { saidTo, type WidgetStart } from './widget-of.ts'

export interface WidgetProps {
  readonly message: Message
  readonly widget: WidgetStart
}

/** A poll or a list of tasks, as everybody has left it. */
export function Widget({ message, widget: { kind, extra } }: WidgetProps) {
  const said = saidTo(message)
  const { sender_id: authorId } = message
  return kind === 'poll' ? (
    <PollView message={message} poll={pollAfter(extra, authorId, said)} />
  ) : (
    <TodoView message={message} list={todoAfter(extra, authorId, said)} />
  )
}
