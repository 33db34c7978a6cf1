import { language } from '@oficina/web/language.ts'

import { api } from '../session/api.ts'
import type { Manual } from './manual-tree.ts'

/** The language of the manual: that of the page. */
export function manualLanguage(): 'es' | 'en' {
  return language.value === 'en' ? 'en' : 'es'
}

const known = new Map<string, Promise<Manual>>()

/** All of it, asked once a language: it cannot change while the service runs. */
export function readManual(): Promise<Manual> {
  const idioma = manualLanguage()
  const asked =
    known.get(idioma) ?? api<Manual>(`/manual?idioma=${idioma}`).then(({ data }) => data)
  known.set(idioma, asked)
  // A failure is not kept: the next who asks tries again.
  asked.catch(() => known.delete(idioma))
  return asked
}
