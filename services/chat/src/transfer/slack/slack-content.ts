import { slackToMarkdown, type SlackNames } from '../../markdown/slack-markdown.ts'
import type { NotCarried } from '../import/not-carried.ts'
import { listOf, objectOf, textOf, type SlackObject } from './slack-files.ts'

/** An uploaded file that the archive holds. */
export interface CarriedFile {
  readonly name: string
  /** Its address here. */
  readonly url: string
}

interface Reading {
  readonly names: SlackNames
  readonly notCarried: NotCarried
  /** Finds a file in the archive. */
  readonly carry: (file: SlackObject) => CarriedFile | undefined
}

/** The Markdown of a message: its text, its blocks where it has none, what bots attached, and its files. */
export function slackContent(message: SlackObject, reading: Reading): string {
  const { names } = reading
  const text = textOf(message, 'text')
  const parts = [
    text === '' ? blocksText(listOf(message, 'blocks'), names) : slackToMarkdown(text, names),
    ...listOf(message, 'attachments').map((one) => attachmentText(one, names)),
    ...listOf(message, 'files').map((file) => fileText(file, reading)),
  ]
  const content = parts.filter((part) => part.trim() !== '').join('\n')
  return message['subtype'] === 'me_message' ? `/me ${content}` : content
}

function blocksText(blocks: readonly SlackObject[], names: SlackNames): string {
  return blocks
    .map((block) => blockText(block, names))
    .filter((text) => text !== '')
    .join('\n\n')
}

function blockText(block: SlackObject, names: SlackNames): string {
  const written = (object: SlackObject) => slackToMarkdown(textOf(object, 'text'), names)
  switch (block['type']) {
    case 'header':
      return `## ${written(objectOf(block, 'text'))}`
    case 'section':
      return [objectOf(block, 'text'), ...listOf(block, 'fields')]
        .map(written)
        .filter(Boolean)
        .join('\n')
    case 'context':
      return listOf(block, 'elements').map(written).filter(Boolean).join(' ')
    case 'divider':
      return '---'
    case 'image':
      return `[${textOf(block, 'alt_text')}](${textOf(block, 'image_url')})`
    case 'rich_text':
      return listOf(block, 'elements')
        .map((part) => richText(part, names))
        .join('\n')
    default:
      return ''
  }
}

function richText(part: SlackObject, names: SlackNames): string {
  const inner = listOf(part, 'elements')
  switch (part['type']) {
    case 'rich_text_list':
      return inner.map((item) => `* ${richText(item, names)}`).join('\n')
    case 'rich_text_quote':
      return `> ${inner.map((one) => richText(one, names)).join('')}`
    case 'rich_text_preformatted':
      return `\`\`\`\n${inner.map((one) => textOf(one, 'text')).join('')}\n\`\`\``
    case 'text':
      return textOf(part, 'text')
    case 'link':
      return textOf(part, 'text') === ''
        ? textOf(part, 'url')
        : `[${textOf(part, 'text')}](${textOf(part, 'url')})`
    case 'emoji':
      return `:${textOf(part, 'name')}:`
    case 'user':
      return `@**${names.user(textOf(part, 'user_id')) ?? textOf(part, 'user_id')}**`
    case 'channel':
      return `#**${names.channel(textOf(part, 'channel_id')) ?? textOf(part, 'channel_id')}**`
    case 'broadcast':
      return '@**all**'
    default:
      return inner.map((one) => richText(one, names)).join('')
  }
}

function attachmentText(attachment: SlackObject, names: SlackNames): string {
  const title = textOf(attachment, 'title')
  const titleLink = textOf(attachment, 'title_link')
  const image = textOf(attachment, 'image_url')
  const blocks = blocksText(listOf(attachment, 'blocks'), names)
  const written = (field: string) => slackToMarkdown(textOf(attachment, field), names)
  const parts = [
    written('pretext'),
    title === '' || titleLink === '' ? title : `## [${title}](${titleLink})`,
    blocks === '' ? written('text') : blocks,
    ...listOf(attachment, 'fields').map(
      (field) => `**${textOf(field, 'title')}**\n${slackToMarkdown(textOf(field, 'value'), names)}`,
    ),
    image === '' ? '' : `[](${image})`,
    written('footer'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? written('fallback') : parts.join('\n\n')
}

// Deleted, or hidden by a plan without a history.
const GONE = new Set(['tombstone', 'hidden_by_limit'])

function fileText(file: SlackObject, { carry, notCarried }: Reading): string {
  if (GONE.has(textOf(file, 'mode'))) {
    notCarried.add('files that were deleted or hidden in Slack')
    return ''
  }
  const carried = carry(file)
  if (carried !== undefined) return `[${carried.name}](${carried.url})`
  notCarried.add('files, which are only linked')
  const label = textOf(file, 'title') || textOf(file, 'name') || 'file'
  return `[${label.replaceAll(/[[\]\n]/g, ' ')}](${textOf(file, 'url_private') || textOf(file, 'permalink')})`
}
