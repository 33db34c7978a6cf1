import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Language } from '@oficina/words/language.ts'

import type { DictionaryProblem } from './dictionary/types.ts'
import type { Manual, ManualPage } from './manual/manual-tree.ts'
import { namesIn, type NamedThings } from './manual/names.ts'
import { parsePage, type PictureSize } from './manual/parse-page.ts'
import { parsePlan } from './manual/parse-plan.ts'
import { webpSize } from './manual/webp-size.ts'

/** The manual that comes with the service. */
export const MANUAL_DIR = join(import.meta.dirname, '..', 'manual')
const PLAN = 'manual.yaml'
const PICTURES = 'pictures'

/**
 * All pages in one language, with what is wrong with them, by file and line. A page that is wrong is read as far as it
 * can be: a test holds that none is.
 */
export function readManual(language: Language, things: NamedThings) {
  const problems: DictionaryProblem[] = []
  const plan = parsePlan({ path: PLAN, text: textOf(PLAN) }, problems)
  const named = namesIn(language, things)
  const pageOf = (name: string, about: readonly string[]): ManualPage => {
    const file = join(language, `${name}.md`)
    const report = (line: number, message: string) => problems.push({ file, line, message })
    if (!existsSync(join(MANUAL_DIR, file))) report(1, 'The page is missing.')
    const text = textOf(file)
    const page = parsePage(text, { named, report, pictureSize: (one) => sizeOf(one, language) })
    return { name, about, ...page }
  }
  const groups = plan.groups.map(({ name, label, pages }) => ({
    name,
    label: label[language],
    pages: pages.map((page) => pageOf(page.name, page.about)),
  }))
  const manual: Manual = { groups }
  return { manual, problems }
}

function textOf(file: string): string {
  const path = join(MANUAL_DIR, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The names of the pages that are there in a language, in the order of letters. */
export function pagesIn(language: Language): readonly string[] {
  return readdirSync(join(MANUAL_DIR, language))
    .map((file) => file.replace(/\.md$/, ''))
    .toSorted()
}

/** A picture in a language, else in Spanish; undefined where there is none. */
export function readPicture(name: string, language: Language): Buffer | undefined {
  // A name of any other form could lead out of the folder.
  if (!/^[a-z0-9-]+$/.test(name)) return undefined
  const found = [language, 'es']
    .map((folder) => join(MANUAL_DIR, PICTURES, folder, `${name}.webp`))
    .find((path) => existsSync(path))
  return found === undefined ? undefined : readFileSync(found)
}

function sizeOf(name: string, language: Language): PictureSize | undefined {
  const bytes = readPicture(name, language)
  return bytes === undefined ? undefined : webpSize(bytes)
}
