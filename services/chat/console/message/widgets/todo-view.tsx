import { useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'

import type { Message } from '../../state/conversations/messages.ts'
import { ownId } from '../../state/part.ts'
import { words } from '../../words/message.ts'
import { EditLine } from './edit-line.tsx'
import { tellWidget } from './tell-widget.ts'
import { nextTaskKey, type Task, type TodoList } from './todo.ts'

export interface TodoViewProps {
  readonly message: Message
  readonly list: TodoList
}

/** A list of tasks that anybody marks done and adds to. */
export function TodoView({ message, list }: TodoViewProps) {
  const { id, sender_id: authorId } = message
  return (
    <div class="widget" role="group" aria-label={words('todo')}>
      <EditLine
        text={list.title}
        placeholder={words('todo')}
        label={words('editTitle')}
        mayEdit={authorId === ownId()}
        onSave={(title) => tellWidget(id, { type: 'new_task_list_title', title })}
      />
      <ul class="todo-tasks">
        {list.tasks.map((task) => (
          <TaskLine key={task.key} messageId={id} task={task} />
        ))}
      </ul>
      <AddTask messageId={id} list={list} />
    </div>
  )
}

function TaskLine({ messageId, task }: { readonly messageId: number; readonly task: Task }) {
  const { key, text, description, isDone } = task
  return (
    <li class={isDone ? 'todo-task done' : 'todo-task'}>
      <label>
        <input
          type="checkbox"
          checked={isDone}
          onChange={(event) => {
            // What is shown is what everybody sees, once the service has told it.
            event.currentTarget.checked = isDone
            void tellWidget(messageId, { type: 'strike', key })
          }}
        />
        <span>
          <span class="todo-text">{text}</span>
          {description !== '' && <small>{description}</small>}
        </span>
      </label>
    </li>
  )
}

function AddTask({ messageId, list }: { readonly messageId: number; readonly list: TodoList }) {
  const [typed, setTyped] = useState('')
  const [described, setDescribed] = useState('')
  const text = typed.trim()
  const isThere = list.tasks.some((task) => task.text === text)
  const add = async (): Promise<void> => {
    if (text === '' || isThere) return
    const said = {
      type: 'new_task',
      key: nextTaskKey(list, ownId()),
      task: text,
      desc: described.trim(),
      completed: false,
    }
    if (!(await tellWidget(messageId, said))) return
    setTyped('')
    setDescribed('')
  }
  return (
    <form
      class="widget-form"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        class="input"
        aria-label={words('task')}
        placeholder={words('task')}
        value={typed}
        aria-invalid={isThere}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <input
        class="input"
        aria-label={words('description')}
        placeholder={words('description')}
        value={described}
        onInput={(event) => setDescribed(event.currentTarget.value)}
      />
      <Button type="submit" disabled={text === '' || isThere}>
        {isThere ? words('taskExists') : words('addTask')}
      </Button>
    </form>
  )
}
