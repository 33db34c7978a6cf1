/** `npm run compare -w @oficina/chat -- FILE`: renders cases of the dialect and prints what differs. */

import { readFile } from 'node:fs/promises'

import { renderMarkdown } from '../src/markdown/render.ts'
import { CONTEXT } from '../test/markdown/context.ts'
import { readCases, type DialectCase } from './dialect-cases.ts'

const HELP = `Renders the messages of a file and prints where the HTML is not the expected one.

  npm run compare -w @oficina/chat -- FILE
  npm run compare -w @oficina/chat -- --help

FILE is JSON: { "regular_tests": [{ "name", "input", "expected_output", "translate_emoticons" }, …],
"linkify_tests": [[input, HTML with %s for the link, what the link shows], …] }; the last field and the last list
may be absent. Pieces of highlighted code may be cut otherwise; how many cases are equal but for that is said.

Ends with 0 when nothing else differs, with 1 when something does, with 2 when there is no such file.
`

const DIFFERENT = 1
const UNUSABLE = 2

const HIGHLIGHTED = /(<div class="codehilite"[^>]*><pre><span><\/span><code>)(.*?)(<\/code>)/gs

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const [path] = args
  if (path === '--help' || path === '-h') return say(HELP, 0)
  if (path === undefined || args.length > 1) return complain(`One file is needed.\n\n${HELP}`)
  const text = await readFile(path, 'utf8').catch((error: unknown) => error)
  if (typeof text !== 'string') return complain(`${path} cannot be read: ${reasonOf(text)}\n`)
  const cases = readCases(text)
  return cases.ok ? compare(cases.value) : complain(`${path}: ${cases.error}\n`)
}

function compare(cases: readonly DialectCase[]): number {
  let [equal, otherwiseCut, different] = [0, 0, 0]
  for (const { name, input, html, translateEmoticons } of cases) {
    const rendered = renderMarkdown(input, { ...CONTEXT, translateEmoticons }).html
    if (rendered === html) equal += 1
    else if (withoutPieces(rendered) === withoutPieces(html)) otherwiseCut += 1
    else {
      different += 1
      say(`${name}\n  input     ${input}\n  expected  ${html}\n  rendered  ${rendered}\n\n`, 0)
    }
  }
  const summary = `${cases.length} cases: ${equal} equal, ${otherwiseCut} equal but for the pieces of code, ${different} different\n`
  return say(summary, different > 0 ? DIFFERENT : 0)
}

/** The HTML without the spans inside code. */
function withoutPieces(html: string): string {
  return html.replace(
    HIGHLIGHTED,
    (_, before: string, code: string, after: string) =>
      before + code.replaceAll(/<span class="[a-z0-9]+">|<\/span>/g, '') + after,
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function say(text: string, exitCode: number): number {
  process.stdout.write(text)
  return exitCode
}

function complain(text: string): number {
  process.stderr.write(text)
  return UNUSABLE
}
