import { language } from '@oficina/web/language.ts'

import { api } from '../session/api.ts'
import type { Report, Text } from './report-declaration.ts'

/** The reports that the person may open. The browser keeps the answer and asks whether it is still right. */
export async function reportCatalog(): Promise<readonly Report[]> {
  const { data } = await api<readonly Report[]>('/reports')
  return data
}

/** A text of a declaration in the language that is set now. */
export function textOf({ es, en }: Text): string {
  return language.value === 'en' ? en : es
}
