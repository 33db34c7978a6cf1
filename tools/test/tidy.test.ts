import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { test } from 'node:test'

import { projectFiles, readSources } from '../house/sources.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MAX_FILE_LINES = 400
const MAX_KIT_LINES = 1_000
const MAX_LINE_LENGTH = 160

interface SourceFile {
  readonly path: string
  readonly text: string
}

const paths = projectFiles()

const sources: readonly SourceFile[] = [...readSources(paths)].map(([path, text]) => ({
  path,
  text,
}))

/** A call that is banned, with what to use instead. */
interface Ban {
  readonly pattern: RegExp
  readonly instead: string
  readonly isAllowedIn: (path: string) => boolean
}

const isTest = (path: string) => path.includes('/test/') || path.startsWith('packages/testkit/')
const isTool = (path: string) => path.startsWith('tools/') || path.startsWith('bench/')

const BANS: readonly Ban[] = [
  {
    pattern: /\buseEffect\(\(\) => (?:\{\n(?: {4}.*\n)*? {4}(?!.*=>))?\S*\.focus\(/,
    instead: 'useLayoutEffect: a key that is pressed as soon as something is seen is meant for it',
    isAllowedIn: () => false,
  },
  {
    pattern: /\bMath\.random\(/,
    instead: 'node:crypto, or a value passed in',
    isAllowedIn: isTest,
  },
  {
    pattern: /\b(?:innerHTML|outerHTML|document\.write)\b/,
    instead: 'textContent, which cannot become markup',
    isAllowedIn: isTest,
  },
  {
    pattern: /\bJSON\.parse\(.*\bas any\b/,
    instead: 'a parser that returns an exact type',
    isAllowedIn: () => false,
  },
  {
    pattern: /\bas (?:RealmId|EmpresaId)\b/,
    instead: 'the id of a row that a store read or inserted',
    isAllowedIn: (path) => isTest(path) || path === 'services/erp/src/store/tenant-database.ts',
  },
  {
    pattern: /\bproven\(|\bas Proven\b/,
    instead: 'a look-up of access/, which proves what it has checked',
    isAllowedIn: (path) => path.startsWith('services/chat/src/access/'),
  },
  {
    pattern: /\bnew Function\(|\beval\(/,
    instead: 'data that is interpreted, never text that is run',
    isAllowedIn: () => false,
  },
  {
    // One value that a function sets may stand alone: a call of it reads well.
    pattern: /\bfunction\b[^{}]*,\s*\w+\??: boolean[,)]/,
    instead: 'an option with a name, one of two words, or two functions',
    isAllowedIn: isTest,
  },
  {
    pattern: /@ts-(?:ignore|nocheck|expect-error)/,
    instead: 'a type that is true',
    isAllowedIn: () => false,
  },
  {
    pattern: /\btest\.(?:only|skip|todo)\b|\b(?:it|describe)\.(?:only|skip|todo)\b/,
    instead: "a test that asserts today's result, or a condition with a reason",
    isAllowedIn: () => false,
  },
  {
    pattern: /(?<!\.)\bsetTimeout\b/,
    instead: 'the thing itself, with `eventually` of the testkit where nothing announces it',
    // Its tests of time limits are about time.
    isAllowedIn: (path) => !path.includes('/test/') || path.startsWith('services/documents/'),
  },
  {
    // In comments: elsewhere `TODO` may be Spanish.
    pattern: /(?:\/\/|^\s*\/?\*).*\b(?:TODO|FIXME|XXX)\b(?!\(#\d+\))/,
    instead: 'the work itself, or the mark with the number of its issue',
    isAllowedIn: () => false,
  },
]

function lineCount(text: string): number {
  return text.split('\n').length - 1
}

// Written from the dictionary, a module a file.
const isWritten = (path: string) => path.startsWith('services/erp/src/dictionary/rows/')

test('no source file has more than 400 lines', () => {
  const long = sources
    .filter(({ path }) => !isWritten(path))
    .filter(({ text }) => lineCount(text) > MAX_FILE_LINES)
    .map(({ path, text }) => `${path}: ${lineCount(text)}`)
  assert.deepEqual(long, [])
})

test('no source line is longer than a reader can follow', () => {
  const long = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (line.length > MAX_LINE_LENGTH ? [`${path}:${index + 1}`] : [])),
  )
  assert.deepEqual(
    long.filter((place) => !isTest(place) && !isTool(place)),
    [],
  )
})

test('banned calls do not occur; each has a replacement', () => {
  const found = sources
    .filter(({ path }) => path !== 'tools/test/tidy.test.ts')
    .flatMap(({ path, text }) =>
      BANS.filter(({ isAllowedIn }) => !isAllowedIn(path)).flatMap(({ pattern, instead }) =>
        text
          .split('\n')
          .flatMap((line, index) =>
            pattern.test(line) ? [`${path}:${index + 1}: use ${instead}`] : [],
          ),
      ),
    )
  assert.deepEqual(found, [])
})

test('the kit stays under a thousand lines and knows no business word', () => {
  const kit = sources.filter(({ path }) => path.startsWith('packages/kit/src/'))
  const lines = kit.reduce((sum, { text }) => sum + lineCount(text), 0)
  assert.ok(lines < MAX_KIT_LINES, `packages/kit/src has ${lines} lines`)
  const words = /\b(?:compra|empresa|realm|stream|template|docx|poliza)\b/i
  // The driver's own name for its socket is none.
  const named = kit.filter(({ text }) => words.test(text.replaceAll('connection.stream', '')))
  assert.deepEqual(
    named.map(({ path }) => path),
    [],
  )
})

test('there are no barrels: files are imported by their own name', () => {
  assert.deepEqual(
    paths.filter((path) => basename(path) === 'index.ts'),
    [],
  )
})

test('only main.ts and cli.ts, where a process begins, read the environment, and hand it to nobody', () => {
  // Parsed into exact settings where it is read; whatever else is done with it could be done anywhere.
  const parsed = /\bparseConfig\([^;]*?, process\.env\)/g
  const readers = sources
    .filter(({ path }) => /^(?:services|packages)\//.test(path) && !isTest(path))
    .filter(({ path, text }) => {
      const isStart = /^services\/[^/]+\/src\/(?:main|cli)\.ts$/.test(path)
      return /\bprocess\.env\b|\benv\b.*'(?:node:)?process'/.test(
        isStart ? text.replaceAll(parsed, '') : text,
      )
    })
    .map(({ path }) => path)
  assert.deepEqual(readers, [])
})

test('where files go by default is written once', () => {
  const places = sources
    .filter(
      ({ path, text }) =>
        !isTest(path) && !path.startsWith('bench/') && /['"`]\.data['"`]/.test(text),
    )
    .map(({ path }) => path)
  assert.deepEqual(places, ['packages/kit/src/service-settings.ts'])
})

// What these rooms of a subject or a module hold is said once.
const USUAL_ROOMS = new Set(['actions', 'decisions', 'effects', 'endpoints', 'rules', 'store'])

test('every folder of sources is told of in ARCHITECTURE.md, or in the README of a folder above it', () => {
  const told = new Set(maps().flatMap((map) => namesOf(map).flatMap(({ places }) => places)))
  const isTold = (folder: string): boolean =>
    told.has(folder) || (USUAL_ROOMS.has(basename(folder)) && isTold(dirname(folder)))
  const folders = new Set(
    sources
      .map(({ path }) => path.split('/').slice(0, -1).join('/'))
      .filter((folder) => folder !== '' && !isTest(`${folder}/`) && !isTool(`${folder}/`)),
  )
  assert.deepEqual([...folders].filter((folder) => !isTold(folder)).toSorted(), [])
})

test('every file and folder that ARCHITECTURE.md and the maps of folders name exists', () => {
  const missing = maps().flatMap((map) =>
    namesOf(map)
      .filter(({ name }) => /^[\w.-]+(\/[\w.-]+)+$/.test(name))
      .filter(({ places }) => !places.some((place) => existsSync(join(ROOT, place))))
      .map(({ name }) => `${map}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

/** The pages that say what folders are for: the one of the whole, and those of folders of sources. */
function maps(): readonly string[] {
  const ofFolders = paths.filter((path) =>
    /^services\/\w+\/(?:src|console)\/(?:.+\/)?README\.md$/.test(path),
  )
  return ['ARCHITECTURE.md', ...ofFolders]
}

/** What a page puts in backticks, with where it may be: below its own folder, that of its section, or of the repository. */
function namesOf(map: string): readonly { readonly name: string; readonly places: string[] }[] {
  const page = readFileSync(join(ROOT, map), 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  return page.split(/^#+ /m).flatMap((section) => {
    const folder = /^`([^`]+)`/.exec(section)?.[1] ?? ''
    return [...section.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => ({
      name,
      places: [join(dirname(map), name), join(folder, name), join(name)],
    }))
  })
}

test('every link between the project’s own pages leads to a file', () => {
  const pages = paths.filter(
    // Those of the manual lead into the console, too; its own test follows them.
    (path) => path.endsWith('.md') && !/\/fixtures\/|docs\/contract\/|erp\/manual\//.test(path),
  )
  const broken = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(resolve(ROOT, page, '..', target)))
      .map((target) => `${page}: ${target}`)
  })
  assert.deepEqual(broken, [])
})

test('every source that a docstring cites exists', () => {
  const cited = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/@source (docs\/[\w/.-]+\.md)/g)]
      .filter((match) => !existsSync(join(ROOT, match[1] ?? '')))
      .map((match) => `${path}: ${match[1]}`),
  )
  assert.deepEqual(cited, [])
})
