import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A table of texts: the Spanish of each under its English. */
type Table = Readonly<Record<string, string>>

const NAME = /%\{(\w+)\}/g

/**
 * What is wrong with a table of texts: a Spanish that is missing, is English, asks for other values, or holds what a
 * value looks like when it is none; and a text that
 * no file of the sources tells, but those of the folders of tables.
 */
export function textTableFaults(
  table: Table,
  { sources, tables }: { readonly sources: string; readonly tables: readonly string[] },
): readonly string[] {
  const code = globSync('**/*.ts', { cwd: sources })
    .filter((path) => !tables.includes(dirname(path)))
    .map((path) => readFileSync(join(sources, path), 'utf8'))
    .join('\n')
    // As the text of a literal is, whatever its quotes.
    .replaceAll(/\\(['\\n])/g, (_whole, sign: string) => (sign === 'n' ? '\n' : sign))
  return Object.entries(table).flatMap(([english, spanish]) => {
    const faults = [
      ...faultsOf(english, spanish),
      ...(code.includes(english) ? [] : ['nothing tells it']),
    ]
    return faults.map((fault) => `${fault}: ${english}`)
  })
}

function faultsOf(english: string, spanish: string): readonly string[] {
  const isWords = /\p{L}/u.test(english.replace(NAME, ''))
  return [
    ...(isWords && english === spanish ? ['the same in both languages'] : []),
    ...(spanish.trim() === spanish && spanish !== '' ? [] : ['empty, or with space around it']),
    ...(namesIn(english) === namesIn(spanish) ? [] : ['asks for other values in Spanish']),
    ...(/undefined|\[object|\$\{/.test(english + spanish) ? ['holds no value'] : []),
    ...(ending(english) === ending(spanish) ? [] : ['ends otherwise in Spanish']),
  ]
}

function namesIn(text: string): string {
  const names = Array.from(text.matchAll(NAME), ([, name = '']) => name)
  return [...new Set(names)].toSorted().join(' ')
}

function ending(text: string): string {
  return /[.:?!]$/.exec(text)?.[0] ?? ''
}
