import type { Said } from './widget-of.ts'

export interface Task {
  /** What marking it done names it by. */
  readonly key: string
  readonly text: string
  readonly description: string
  readonly isDone: boolean
}

export interface TodoList {
  readonly title: string
  readonly tasks: readonly Task[]
}

/** A list of tasks after all that was said to it. What makes no sense is passed over, as every other client does. */
export function todoAfter(
  extra: Readonly<Record<string, unknown>>,
  authorId: number,
  said: readonly Said[],
): TodoList {
  const tasks = new Map<string, Task>()
  let title = textOf(extra['task_list_title'])
  const add = (key: string, text: string, description: string): void => {
    const isThere = [...tasks.values()].some((task) => task.text === text)
    if (!isThere && text !== '') tasks.set(key, { key, text, description, isDone: false })
  }
  const first = Array.isArray(extra['tasks']) ? (extra['tasks'] as readonly FirstTask[]) : []
  for (const [index, { task, desc }] of first.entries()) {
    add(`${index},canned`, textOf(task), textOf(desc))
  }
  for (const { userId, said: words } of said) {
    const { type } = words
    if (type === 'new_task') {
      add(`${Number(words['key'])},${userId}`, textOf(words['task']), textOf(words['desc']))
    } else if (type === 'new_task_list_title' && userId === authorId) title = textOf(words['title'])
    else if (type === 'strike') {
      const task = tasks.get(textOf(words['key']))
      if (task !== undefined) tasks.set(task.key, { ...task, isDone: !task.isDone })
    }
  }
  return { title, tasks: [...tasks.values()] }
}

interface FirstTask {
  readonly task?: unknown
  readonly desc?: unknown
}

/** The number that one's next task is called by. */
export function nextTaskKey({ tasks }: TodoList, userId: number): number {
  const own = tasks
    .map(({ key }) => key.split(','))
    .filter(([, owner]) => owner === String(userId))
    .map(([index]) => Number(index))
  return Math.max(0, ...own) + 1
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
