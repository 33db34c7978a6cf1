import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import type { Language } from '@oficina/words/language.ts'

import { ACTIONS } from '../../src/actions/business/action-list.ts'
import { namedThings } from '../../src/endpoints/manual.ts'
import { MANUAL_DIR, pagesIn, readManual } from '../../src/manual-files.ts'
import type { Block, Inline, Manual } from '../../src/manual/manual-tree.ts'
import { ROUTES } from '../../src/routes.ts'
import { shippedRegistry } from '../shipped-registry.ts'

const registry = shippedRegistry()
const things = namedThings({ registry, actions: ACTIONS }, ROUTES)
const CONSOLE = join(import.meta.dirname, '../../console')
const WEB = join(import.meta.dirname, '../../../../packages/web/src/browser/components')

for (const language of ['es', 'en'] as const) {
  test(`every page in ${language} is there, and names only what the service has`, () => {
    const { problems } = readManual(language, things)
    assert.deepEqual(
      problems.map(({ file, line, message }) => `${file}:${line}: ${message}`),
      [],
    )
  })

  test(`every button that a page in ${language} names is a text of the console`, () => {
    const { manual } = readManual(language, things)
    const known = consoleTexts(language)
    const missing = inlinesOf(manual).filter(
      (part) => part.kind === 'name' && part.of === 'boton' && !known.has(part.text),
    )
    assert.deepEqual(missing, [])
  })

  test(`every link of a page in ${language} leads to a page of the manual, a model or a page of the console`, () => {
    const { manual } = readManual(language, things)
    const pages = manual.groups.flatMap((group) => group.pages)
    const addresses = new Set([
      ...consoleAddresses(),
      ...pages.map(({ name }) => `/manual/${name}`),
      ...pages.flatMap(({ name, blocks }) =>
        blocks.flatMap((block) =>
          block.kind === 'heading' ? [`/manual/${name}#${block.id}`] : [],
        ),
      ),
    ])
    const wrong = inlinesOf(manual).filter(
      (part) => part.kind === 'link' && !addresses.has(part.to),
    )
    assert.deepEqual(wrong, [])
    const unknown = pages
      .flatMap(({ about }) => about)
      .filter((about) => !registry.models.has(about) && !isAddress(about, addresses))
    assert.deepEqual(unknown, [])
  })
}

test('both languages have the same pages, with the same names, headings and pictures', () => {
  const planned = pagesOf('es').map(({ name }) => name)
  for (const language of ['es', 'en'] as const) {
    assert.deepEqual(pagesIn(language), planned.toSorted())
  }
  const english = pagesOf('en')
  for (const [index, page] of pagesOf('es').entries()) {
    assert.deepEqual(outlineOf(english[index]?.blocks ?? []), outlineOf(page.blocks), page.name)
  }
})

test('no page is so long that it is several jobs', () => {
  for (const language of ['es', 'en']) {
    for (const file of readdirSync(join(MANUAL_DIR, language))) {
      const lines = readFileSync(join(MANUAL_DIR, language, file), 'utf8').split('\n').length
      assert.ok(lines <= 80, `${language}/${file} has ${lines} lines`)
    }
  }
})

function pagesOf(language: Language) {
  return readManual(language, things).manual.groups.flatMap(({ pages }) => pages)
}

/** What must be alike in every language: the kinds of blocks, and the things that are named. */
function outlineOf(blocks: readonly Block[]): unknown {
  const named = blocks
    .flatMap(textsOf)
    .flatMap((part) =>
      part.kind === 'name' && part.of !== 'boton' ? [`${part.of} ${part.to ?? ''}`] : [],
    )
  return { kinds: blocks.map((block) => block.kind), named: named.toSorted() }
}

function inlinesOf({ groups }: Manual): readonly Inline[] {
  return groups.flatMap(({ pages }) => pages).flatMap(({ blocks }) => blocks.flatMap(textsOf))
}

function textsOf(block: Block): readonly Inline[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.text.flatMap(within)
    case 'list':
      return block.items.flat().flatMap(textsOf)
    case 'note':
      return block.blocks.flatMap(textsOf)
    case 'table':
      return [block.head, ...block.rows].flat(2).flatMap(within)
    case 'picture':
      return []
  }
}

function within(part: Inline): readonly Inline[] {
  const inner = part.kind === 'strong' || part.kind === 'link' ? part.text.flatMap(within) : []
  return [part, ...inner]
}

/** The texts of the console's tables in a language, as their files say them. */
function consoleTexts(language: Language): ReadonlySet<string> {
  const files = [
    ...readdirSync(join(CONSOLE, 'words')).map((file) => join(CONSOLE, 'words', file)),
    ...readdirSync(WEB).map((file) => join(WEB, file)),
  ]
  return new Set(files.flatMap((file) => textsIn(readFileSync(file, 'utf8'), language)))
}

/** The first object of a table is Spanish, the second English. */
function textsIn(source: string, language: Language): readonly string[] {
  const table = /wordsOf\(\s*\{(.*?)\},\s*\{(.*)\}/s.exec(source)
  const half = language === 'es' ? table?.[1] : table?.[2]
  return [...(half ?? '').matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text)
}

function consoleAddresses(): readonly string[] {
  const source = readFileSync(join(CONSOLE, 'shell', 'pages.ts'), 'utf8')
  return [...source.matchAll(/pattern: '([^']+)'/g)].map(([, pattern = '']) => pattern)
}

function isAddress(about: string, addresses: ReadonlySet<string>): boolean {
  const [, first, name] = about.split('/')
  if (first !== 'reports' || name === undefined) return addresses.has(about)
  return things.reports.has(name)
}
