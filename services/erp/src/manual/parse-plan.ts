import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { SourceFile } from '../dictionary/model-source.ts'
import type { DictionaryProblem } from '../dictionary/types.ts'
import { readYaml, takeMap, takeText, takeTexts, type Reading } from '../dictionary/yaml-reading.ts'
import type { ManualPlan } from './manual-tree.ts'

/** `manual.yaml`: groups in their order, with their pages in theirs, and what each page is about. */
export function parsePlan(file: SourceFile, problems: DictionaryProblem[]): ManualPlan {
  const reading = readYaml(file)
  const groups = Object.entries(takeMap(reading, reading.value, '', null) ?? {}).map(
    ([name, value]) => groupOf(reading, name, value),
  )
  problems.push(...reading.problems)
  return { groups }
}

function groupOf(reading: Reading, name: string, value: unknown): ManualPlan['groups'][number] {
  const said = takeMap(reading, value, name, ['label', 'pages']) ?? {}
  const pages = takeMap(reading, said['pages'], `${name}/pages`, null) ?? {}
  return {
    name,
    label: takeBilingual(reading, said['label'], `${name}/label`),
    pages: Object.entries(pages).map(([page, about]) => ({
      name: page,
      about: takeTexts(reading, about, `${name}/pages/${page}`) ?? [],
    })),
  }
}

function takeBilingual(reading: Reading, value: unknown, path: string): Bilingual {
  const said = takeMap(reading, value, path, ['es', 'en']) ?? {}
  const textOf = (language: string) =>
    takeText(reading, said[language], `${path}/${language}`) ?? ''
  return { es: textOf('es'), en: textOf('en') }
}
