/** `/poll` and `/todo`: messages that clients show as a widget. */

export type Widget =
  | {
      readonly widget_type: 'poll'
      readonly extra_data: { readonly question: string; readonly options: readonly string[] }
    }
  | {
      readonly widget_type: 'todo'
      readonly extra_data: {
        readonly task_list_title: string
        readonly tasks: readonly { readonly task: string; readonly desc: string }[]
      }
    }

const COMMAND = /^\/(poll|todo)(?:[ \n]|$)/

/** The widget that a message asks for, or nothing for an ordinary message. */
export function parseWidget(text: string): Widget | undefined {
  const name = COMMAND.exec(text)?.[1]
  if (name === undefined) return undefined
  const [first = '', ...rest] = text.slice(name.length + 1).split('\n')
  const lines = rest.map((line) => line.trim().replace(/^[-*]?\s*/, '')).filter((l) => l !== '')
  if (name === 'poll') {
    return { widget_type: 'poll', extra_data: { question: first.trim(), options: lines } }
  }
  const tasks = lines.map((line) => {
    const colon = line.indexOf(':')
    if (colon === -1) return { task: line, desc: '' }
    return { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() }
  })
  return { widget_type: 'todo', extra_data: { task_list_title: first.trim(), tasks } }
}
