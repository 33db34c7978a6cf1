import { at, isPayload, textAt, type HookForm, type HookMessage, type Payload } from './payload.ts'

/** Issues and events of Sentry in the words of Zulip's integration. */
export const sentry: HookForm = ({ payload }) => {
  const data = at(payload, 'data')
  if (!isPayload(data)) return [rawEvent(payload)]
  if (isPayload(data['issue'])) return issue(payload, data['issue'])
  const event = data['event'] ?? data['error']
  return isPayload(event) ? [eventMessage(event)] : []
}

function quoted(lines: readonly (readonly [name: string, value: string])[]): string {
  const shown = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `**${name}:** ${value}`)
  return `\`\`\`quote\n${shown.join('\n')}\n\`\`\``
}

/** In a form that each reader sees in their own time. */
function time(value: string): string {
  return value === '' ? '' : `<time:${value}>`
}

function issue(payload: Payload, found: Payload): readonly HookMessage[] {
  const title = textAt(found, 'title')
  const actor = textAt(payload, 'actor.name')
  const assignee = textAt(found, 'assignedTo.name') || 'No one'
  const says: Readonly<Record<string, string>> = {
    created: `**New issue created:** ${title}\n${quoted([
      ['level', textAt(found, 'level')],
      ['timestamp', time(textAt(found, 'firstSeen'))],
      ['assignee', assignee],
    ])}`,
    resolved: `Issue **${title}** was marked as resolved by **${actor}**.`,
    assigned: `Issue **${title}** has now been assigned to **${assignee}** by **${actor}**.`,
    ignored: `Issue **${title}** was ignored by **${actor}**.`,
    archived: `Issue **${title}** was archived by **${actor}**.`,
    unresolved: `Issue **${title}** was marked as unresolved by **${actor}**.`,
  }
  const content = says[textAt(payload, 'action')]
  return content === undefined ? [] : [{ topic: title, content }]
}

function eventMessage(event: Payload): HookMessage {
  const title = textAt(event, 'title') || 'Event'
  const isException = at(event, 'exception') !== undefined
  const url = textAt(event, 'web_url') || textAt(event, 'issue_url') || textAt(event, 'url')
  const lines = quoted([
    ['level', textAt(event, 'level')],
    ['timestamp', time(textAt(event, 'datetime') || textAt(event, 'dateCreated'))],
    ['filename', textAt(event, 'metadata.filename')],
  ])
  return {
    topic: title,
    content: `**New ${isException ? 'exception' : 'message event'}:** [${title}](${url})\n${lines}`,
  }
}

/** What an older Sentry sends. */
function rawEvent(payload: Payload): HookMessage {
  const title = textAt(payload, 'message') || textAt(payload, 'event.title') || 'Sentry'
  return {
    topic: textAt(payload, 'project_name') || title,
    content: `**New message event:** [${title}](${textAt(payload, 'url')})\n${quoted([['level', textAt(payload, 'level')]])}`,
  }
}
