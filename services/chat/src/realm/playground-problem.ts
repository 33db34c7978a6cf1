import { parseTemplate } from 'url-template'

import type { Told } from '../tenancy/words/say.ts'

interface PlaygroundText {
  readonly pygments_language: string
  readonly url_template: string
}

const LANGUAGE = /^[ a-zA-Z0-9_+\-./#]*$/

/** What is wrong with a playground: its address is a template of RFC 6570 with the code as its only variable. */
export function playgroundProblem({
  pygments_language: language,
  url_template: template,
}: PlaygroundText): Told | undefined {
  if (!LANGUAGE.test(language)) return 'Invalid characters in pygments language'
  if (!isTemplate(template)) return 'Invalid URL template.'
  const names = [...template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.replace(/(?:\*|:\d+)$/, '')),
  )
  if (!names.includes('code')) return 'Missing the required variable "code" in the URL template'
  return names.some((name) => name !== 'code')
    ? '"code" should be the only variable present in the URL template'
    : undefined
}

function isTemplate(template: string): boolean {
  // Braces in pairs, none inside another.
  if (!/^(?:[^{}]|\{[^{}]+\})*$/.test(template)) return false
  try {
    return /^https?:\/\//i.test(parseTemplate(template).expand({ code: 'x' }))
  } catch {
    return false
  }
}
