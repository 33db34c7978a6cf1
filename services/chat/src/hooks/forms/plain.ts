import { slackToMarkdown } from '../../markdown/slack-markdown.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { listAt, textAt, type HookForm, type Payload } from './payload.ts'

/** Any JSON, as it is. */
export const json: HookForm = ({ payload }) => [
  { topic: 'JSON', content: `\`\`\`json\n${JSON.stringify(payload, null, 2)}\n\`\`\`` },
]

const NOBODY = { user: () => undefined, channel: () => undefined }

/** What programs send to an address of Slack's. */
export const slackIncoming: HookForm = ({ payload }) => {
  const parts = [
    markdown(payload, 'text'),
    ...listAt(payload, 'blocks').map(block),
    ...listAt(payload, 'attachments').flatMap(attachment),
  ].filter((part) => part !== '')
  if (parts.length === 0) throw refusal('Missing text, blocks and attachments')
  const channel = textAt(payload, 'channel').replace(/^#/, '')
  // Names of people and ids of Slack's lead nowhere here.
  const isName = channel !== '' && !channel.startsWith('@')
  return [{ topic: '(no topic)', content: parts.join('\n\n'), ...(isName ? { channel } : {}) }]
}

function markdown(payload: Payload, field: string): string {
  return slackToMarkdown(textAt(payload, field), NOBODY)
}

function block(one: Payload): string {
  switch (one['type']) {
    case 'header':
      return `## ${markdown(one, 'text.text')}`
    case 'divider':
      return '---'
    case 'image':
      return `[${textAt(one, 'alt_text')}](${textAt(one, 'image_url')})`
    case 'context':
      return listAt(one, 'elements')
        .map((element) => markdown(element, 'text'))
        .join(' ')
    default:
      return [
        markdown(one, 'text.text'),
        ...listAt(one, 'fields').map((field) => markdown(field, 'text')),
      ]
        .filter((part) => part !== '')
        .join('\n')
  }
}

function attachment(one: Payload): readonly string[] {
  const title = textAt(one, 'title')
  const link = textAt(one, 'title_link')
  const parts = [
    markdown(one, 'pretext'),
    title === '' || link === '' ? title : `## [${title}](${link})`,
    markdown(one, 'text'),
    ...listAt(one, 'fields').map(
      (field) => `**${textAt(field, 'title')}**\n${markdown(field, 'value')}`,
    ),
    ...listAt(one, 'blocks').map(block),
    textAt(one, 'image_url') === '' ? '' : `[](${textAt(one, 'image_url')})`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? [markdown(one, 'fallback')] : parts
}
