/** Whom and what a text of Slack may name. */
export interface SlackNames {
  /** The name of a user's account here, by Slack's id. */
  readonly user: (id: string) => string | undefined
  readonly channel: (id: string) => string | undefined
}

const CODE = /```[\s\S]*?```|`[^`\n]+`/g

/**
 * A text of Slack in Markdown. Code stays as it is, but for what Slack escapes.
 * @source docs/decisions/0333-chat-slack.md
 */
export function slackToMarkdown(text: string, names: SlackNames): string {
  let converted = ''
  let at = 0
  for (const match of text.matchAll(CODE)) {
    converted += prose(text.slice(at, match.index), names) + codeText(match[0])
    at = match.index + match[0].length
  }
  return unescaped(converted + prose(text.slice(at), names))
}

/** Code shows what was written, without the marks that Slack made of links in it. */
function codeText(code: string): string {
  return code.replaceAll(/<((?:https?|mailto):[^|>]+)(?:\|([^>]*))?>/g, (_, url, label) =>
    String(label ?? url),
  )
}

function prose(text: string, names: SlackNames): string {
  // Addresses are set aside, so that what they hold is not taken for emphasis.
  const kept: string[] = []
  const keep = (piece: string) => `\u{E000}${kept.push(piece) - 1}\u{E001}`
  const marked = text
    .replaceAll(/[\u{E000}\u{E001}]/gu, '')
    .replaceAll(/<([@#!])([^|>]*)(?:\|([^>]*))?>/g, (whole, kind, id, label) =>
      keep(reference(whole, { kind, id, label }, names)),
    )
    .replaceAll(/<((?:https?|ftp|mailto):[^|>\s]+)(?:\|([^>]*))?>/g, (_, url, label) =>
      link(url, label, keep),
    )
  return emphasized(marked).replaceAll(
    /\u{E000}(\d+)\u{E001}/gu,
    (_, index) => kept[Number(index)] ?? '',
  )
}

interface Reference {
  readonly kind: string
  readonly id: string
  readonly label: string | undefined
}

const WILDCARDS = new Set(['here', 'channel', 'everyone'])

function reference(whole: string, { kind, id, label }: Reference, names: SlackNames): string {
  if (kind === '@') {
    const user = names.user(id)
    return user === undefined ? `@${label ?? id}` : `@**${user}**`
  }
  if (kind === '#') {
    const channel = names.channel(id) ?? label
    return channel === undefined || channel === '' ? whole : `#**${channel}**`
  }
  if (WILDCARDS.has(id)) return '@**all**'
  // A group or a date: as Slack would show it where it cannot.
  return label ?? `@${id.split('^')[0]}`
}

function link(url: string, label: string | undefined, keep: (piece: string) => string): string {
  const isMail = url.startsWith('mailto:')
  if (label === undefined || label === url || (isMail && url === `mailto:${label}`))
    return keep(url)
  return `${keep('[')}${label}${keep(`](${url})`)}`
}

// Slack formats only whole words: before and after stands no letter or digit.
const BOLD = /(?<![\p{L}\p{N}*])\*([^*\n]+)\*(?![\p{L}\p{N}*])/gu
const ITALIC = /(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])/gu
const STRIKE = /(?<![\p{L}\p{N}~])~([^~\n]+)~(?![\p{L}\p{N}~])/gu

// These stand for the marks, since a mark of one kind would be read as one of another.
const [BOLD_MARK, ITALIC_MARK, STRIKE_MARK] = ['\u{E002}', '\u{E003}', '\u{E004}']

function emphasized(text: string): string {
  return text
    .replaceAll(/[\u{E002}-\u{E004}]/gu, '')
    .replaceAll(BOLD, `${BOLD_MARK}$1${BOLD_MARK}`)
    .replaceAll(ITALIC, `${ITALIC_MARK}$1${ITALIC_MARK}`)
    .replaceAll(STRIKE, `${STRIKE_MARK}$1${STRIKE_MARK}`)
    .replaceAll(BOLD_MARK ?? '', '**')
    .replaceAll(ITALIC_MARK ?? '', '*')
    .replaceAll(STRIKE_MARK ?? '', '~~')
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
