import type { Parameter, Parameters } from '@oficina/api/parameter.ts'
import type { Tx } from '@oficina/kit/database.ts'

import { viewOf, type Asking } from '../../http/context.ts'
import type { Speech } from '../../messages/speech.ts'
import { parseExactJson } from '../../query/json-number.ts'
import { readTexts } from '../../store/records/record-store.ts'
import type { ReportAnswer } from './report-answer.ts'
import { dayShown, plain, type ExactRow } from './report-cells.ts'
import { REFERENCED } from './report-references.ts'
import type { ReportDescription, ReportParameter } from './report-words.ts'
import { NO, YES } from './sheet-words.ts'

interface Asked {
  readonly report: ReportDescription
  readonly parameters: Parameters
  readonly values: Readonly<Record<string, unknown>>
  readonly answer: ReportAnswer
}

// A line above a table that is as wide as upright paper.
const MAX_LINE = 100

/** What a report was asked for, as `Desde: 01/11/2026 · Hasta: 30/11/2026`, in as many lines as it needs. */
export async function askedInWords(
  tx: Tx,
  asking: Asking,
  { report, parameters, values, answer }: Asked,
  say: Speech,
): Promise<readonly string[]> {
  const days = 'file' in report.answer ? [] : (report.answer.days ?? [])
  const meta = parseExactJson(answer.meta) as ExactRow
  const parts: string[] = []
  for (const [name, words] of Object.entries(report.parameters)) {
    const told = days.includes(name) ? meta[name] : values[name]
    if (told === undefined || told === null) continue
    const text = plain(told)
    const known = { name, words, parameter: parameters[name], text }
    parts.push(`${words.label[say.language]}: ${await wordsOf(tx, asking, known, { say, values })}`)
  }
  return inLines(parts)
}

interface Known {
  readonly name: string
  readonly words: ReportParameter
  readonly parameter: Parameter<unknown> | undefined
  readonly text: string
}

async function wordsOf(
  tx: Tx,
  asking: Asking,
  { name, words, parameter, text }: Known,
  { say, values }: { readonly say: Speech; readonly values: Asked['values'] },
): Promise<string> {
  const schema = parameter?.kind.schema ?? {}
  const references = schema[REFERENCED]
  if (typeof references === 'string') return await recordText(tx, asking, references, text)
  if (words.choices !== undefined) return words.choices[text]?.[say.language] ?? text
  if (schema['format'] === 'date') return dayShown(text)
  if (schema['type'] === 'boolean') return (text === 'true' ? YES : NO)[say.language]
  if (name === 'modelo') return say.model(text)
  if (name === 'id') return await recordText(tx, asking, plain(values['modelo']), text)
  return text
}

/** A record by its words, as far as the reader may see it; else by its number. */
async function recordText(tx: Tx, asking: Asking, name: string, id: string): Promise<string> {
  const { registry } = viewOf(asking)
  const model = registry.models.get(name)
  if (model === undefined) return `#${id}`
  const found = await readTexts(registry, tx, { model, empresa: asking.caller.empresa, ids: [id] })
  return found.get(id) ?? `#${id}`
}

function inLines(parts: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + part.length < MAX_LINE) {
      lines[lines.length - 1] = `${last} · ${part}`
    } else lines.push(part)
  }
  return lines
}
