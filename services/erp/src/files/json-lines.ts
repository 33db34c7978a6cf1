import { LINE_TOO_LONG, NOT_UTF8 } from '../messages/files.ts'
import { parseExactJson } from '../query/json-number.ts'
import { FileProblem } from './file-problem.ts'
import { readText } from './text-file.ts'

const MAX_LINE_LENGTH = 4 * 1024 * 1024

/** A line of a JSON lines file; `number` counts from 1, empty lines included. */
export interface JsonLine {
  readonly number: number
  /** Undefined: the line is not JSON. */
  readonly value: unknown
}

/** The values of a file with one JSON text on each line, in UTF-8. @throws FileProblem */
export async function* readJsonLines(path: string): AsyncGenerator<JsonLine> {
  const state = { rest: '', number: 0 }
  try {
    for await (const text of readText(path, 'utf-8')) {
      const lines = (state.rest + text).split('\n')
      state.rest = lines.pop() ?? ''
      for (const line of lines) {
        state.number += 1
        if (line.trim() !== '') yield { number: state.number, value: parsed(line) }
      }
      if (state.rest.length > MAX_LINE_LENGTH) {
        throw new FileProblem(LINE_TOO_LONG(), state.number + 1)
      }
    }
  } catch (error) {
    if (error instanceof TypeError) throw new FileProblem(NOT_UTF8(), state.number + 1)
    throw error
  }
  if (state.rest.trim() !== '') yield { number: state.number + 1, value: parsed(state.rest) }
}

function parsed(line: string): unknown {
  try {
    return parseExactJson(line)
  } catch {
    // The caller reports the line; JSON.parse's own message would quote its content.
    return undefined
  }
}
