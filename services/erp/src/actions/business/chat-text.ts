const MAX_LITERAL = 200

/** A value in Markdown, as code: nothing in it is a mention, a link or a format. */
export function literal(value: string): string {
  const text = value.replaceAll('`', "'").replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LITERAL)
  return text === '' ? '-' : `\`${text}\``
}
