import { signal } from '@preact/signals'

import { listTemplates, type Template } from './template-api.ts'

/** The templates as they were listed last; undefined until then. */
export const templates = signal<readonly Template[] | undefined>(undefined)

/** @throws ApiFailure */
export async function loadTemplates(aborted?: AbortSignal): Promise<readonly Template[]> {
  const found = await listTemplates(aborted)
  templates.value = found
  return found
}

export function templateNamed(slug: string): Template | undefined {
  return templates.value?.find((template) => template.slug === slug)
}
