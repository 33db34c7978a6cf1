import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ENGINE = resolve(import.meta.dirname, '../../src/docx')

/** From the top: a room knows only those behind it. */
const ORDER = roomsInOrder()

/** By file, what it imports of the engine; types too, since a reader follows those as well. */
const imports = new Map(
  globSync('**/*.ts', { cwd: ENGINE }).map((path) => [path, importsOf(path)] as const),
)

test('every folder of the template engine stands once in the order of rooms', () => {
  const folders = new Set([...imports.keys()].map(roomOf).filter((room) => room !== '.'))
  assert.deepEqual(ORDER.toSorted(), [...folders].toSorted())
})

test('a room of the template engine knows only rooms further down, and nothing outside of the engine', () => {
  const upward = [...imports].flatMap(([path, targets]) =>
    targets
      .filter((target) => target.startsWith('..') || rank(target) < rank(path))
      .map((target) => `${path} imports ${target}`),
  )
  assert.deepEqual(upward, [])
})

test('no file of the template engine comes back to itself by its imports, those of types included', () => {
  const circles = [...imports.keys()].filter((path) => reaches(path).has(path))
  assert.deepEqual(circles, [])
})

function roomsInOrder(): readonly string[] {
  const page = readFileSync(join(ENGINE, 'README.md'), 'utf8')
  return [...page.matchAll(/^- `([a-z-]+)`:/gm)].map(([, room = '']) => room)
}

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(ENGINE, path), 'utf8')
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, target = '']) =>
    relative(ENGINE, resolve(ENGINE, dirname(path), target)),
  )
}

function roomOf(path: string): string {
  return dirname(path)
}

/** The front of the engine stands above all rooms. */
function rank(path: string): number {
  return ORDER.indexOf(roomOf(path))
}

function reaches(path: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const next = [...(imports.get(path) ?? [])]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    next.push(...(imports.get(at) ?? []))
  }
  return reached
}
