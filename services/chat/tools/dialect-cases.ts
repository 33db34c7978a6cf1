/** Cases of the dialect in the form in which Zulip publishes them. */

import { fail, ok, type Result } from '@oficina/kit/result.ts'

export interface DialectCase {
  readonly name: string
  readonly input: string
  readonly html: string
  readonly translateEmoticons: boolean
}

/** The cases of a file's text, or what is wrong with the first that is not of the form. */
export function readCases(text: string): Result<readonly DialectCase[], string> {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    return fail(`not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isRecord(file) || !Array.isArray(file['regular_tests'])) {
    return fail('regular_tests must be a list of cases')
  }
  const links = file['linkify_tests'] ?? []
  if (!Array.isArray(links)) return fail('linkify_tests must be a list of [input, HTML, link]')
  const cases: DialectCase[] = []
  for (const [index, item] of file['regular_tests'].entries()) {
    const one = readCase(item)
    if (typeof one === 'string') return fail(`regular_tests[${index}]${one}`)
    cases.push(one)
  }
  for (const [index, item] of links.entries()) {
    const one = readLinkCase(item)
    if (one === undefined)
      return fail(`linkify_tests[${index}] must be three texts: input, HTML, link`)
    cases.push(one)
  }
  return ok(cases)
}

function readCase(item: unknown): DialectCase | string {
  if (!isRecord(item)) return ' must be an object'
  const { name, input, expected_output: html, translate_emoticons: translate = false } = item
  if (typeof name !== 'string') return '.name must be text'
  if (typeof input !== 'string') return '.input must be text'
  if (typeof html !== 'string') return '.expected_output must be text'
  if (typeof translate !== 'boolean') return '.translate_emoticons must be true or false'
  return { name, input, html, translateEmoticons: translate }
}

function readLinkCase(item: unknown): DialectCase | undefined {
  if (!Array.isArray(item) || item.length !== 3) return undefined
  const [input, template, shown]: unknown[] = item
  if (typeof input !== 'string' || typeof template !== 'string' || typeof shown !== 'string') {
    return undefined
  }
  const html = template.replace('%s', () => link(shown))
  return { name: input, input, html, translateEmoticons: false }
}

function link(shown: string): string {
  const scheme = shown.startsWith('http') ? '' : shown.includes('@') ? 'mailto:' : 'http://'
  return `<a href="${scheme}${shown}">${shown}</a>`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
